while read -r question; do
    id=${question#*'"id":'}
    actions=${question##*'"legal_actions":['}
    printf '{"id":%s,"action":%s}\n' "${id%%,*}" "${actions%%[],]*}"
done
