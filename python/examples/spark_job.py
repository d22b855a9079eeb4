"""Script for spark-submit, which needs a file; python -m preference.spark does the same without it."""

from preference.spark import main

main()
