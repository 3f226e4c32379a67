-- SEARCH operation USING INDEX operation_record (kind=?)
select count(*) as "count"
from "operation"
where "type" <> ? and "undone_at" is null and "at" >= ? and "type" = ? and "kind" = ?;

-- SEARCH operation USING INDEX operation_record (kind=?)
-- USE TEMP B-TREE FOR ORDER BY
select *
from "operation"
where "type" <> ? and "undone_at" is null and "at" >= ? and "type" = ? and "kind" = ?
order by "id" desc
limit ? offset ?;

-- SCAN operation_row USING COVERING INDEX sqlite_autoindex_operation_row_1
select "operation_id", count(*) as "rows"
from "operation_row"
where 1 = 0 group by "operation_id";

-- SCAN operation
select "kind", "record_key", "label"
from "operation"
where 1 = 0
order by "id";
