-- SEARCH merge USING INDEX merge_from (kind=?)
select count(*) as "count"
from "merge"
where "undone_at" is null and "at" >= ? and "kind" = ?;

-- SEARCH merge USING INDEX merge_from (kind=?)
-- USE TEMP B-TREE FOR ORDER BY
select "id", "kind", "from_id", "into_id", "label", "at", "account_id", "actor"
from "merge"
where "undone_at" is null and "at" >= ? and "kind" = ?
order by "id" desc
limit ? offset ?;
