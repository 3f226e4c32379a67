-- SCAN operation
select "kind", "record_key", "into_id"
from "operation"
where (type = 'merge' and undone_at is null or type = 'split' and undone_at is not null);

-- SCAN operation USING INDEX operation_record
-- USE TEMP B-TREE FOR LAST TERM OF ORDER BY
select "kind", cast(record_key as bigint) as "id"
from "operation"
where (type = 'merge' and undone_at is null or type = 'split' and undone_at is not null) and "public" = ?
order by "kind", "id";
