-- SEARCH removal USING INDEX removal_record (kind=?)
select count(*) as "count"
from "removal"
where "undone_at" is null and "at" >= ? and "kind" = ?;

-- SEARCH removal USING INDEX removal_record (kind=?)
-- USE TEMP B-TREE FOR ORDER BY
select "id", "kind", "record_key", "label", "at", "account_id", "actor", json_array_length(rows -> 'rows') - 1 as "with"
from "removal"
where "undone_at" is null and "at" >= ? and "kind" = ?
order by "id" desc
limit ? offset ?;
