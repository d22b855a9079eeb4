from collections.abc import Callable
from typing import final

__all__ = ["NativeEngine", "answer"]

def answer(
    lines: list[str], threads: int = 0, report: Callable[[int], object] | None = None
) -> list[str]: ...

@final
class NativeEngine:
    def __new__(cls, take: Callable[[str], None], threads: int = 0) -> NativeEngine: ...
    def ask(self, line: str) -> bool: ...
    def close(self, finish: bool) -> None: ...
