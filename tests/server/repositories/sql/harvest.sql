-- CO-ROUTINE step
--   COMPOUND QUERY
--     LEFT-MOST SUBQUERY
--       SEARCH audit USING INDEX audit_record (kind=?)
--     UNION ALL
--       SEARCH last_changed USING PRIMARY KEY (kind=?)
--       SEARCH person USING COVERING INDEX person_hidden (hidden_until=? AND rowid=?)
-- SCAN step
-- CORRELATED SCALAR SUBQUERY 3
--   SEARCH there USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR GROUP BY
select id, max(at) as at
from (select cast(record_key as bigint) as id, substr(at, 1, 19) as at
from audit
where kind = ? and action in ('unpublished', 'removed', 'merged')
union all
select person.id, substr(last_changed.at, 1, 19)
from person join last_changed on last_changed.kind = 'person' and last_changed.id = person.id
where hidden_until = 'living' and 'items' = 'people') as step
where not exists (select 1
from "item" as there
where there.id = step.id and visibility = 'published') group by id;

-- SEARCH item USING INDEX item_collection_id_visibility_type_sort_date_id_span_order_span_end (collection_id=? AND visibility=?)
-- LIST SUBQUERY 2
--   SCAN json_each VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH audit USING INDEX audit_record (kind=? AND record_key=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH audit USING INDEX audit_record (kind=? AND record_key=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH audit USING INDEX audit_record (kind=? AND record_key=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH audit USING INDEX audit_record (kind=? AND record_key=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH audit USING INDEX audit_record (kind=? AND record_key=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH audit USING INDEX audit_record (kind=? AND record_key=?)
-- USE TEMP B-TREE FOR ORDER BY
select id, at
from (select id, case when changed > stepped then changed else stepped end as at
from (select "item"."id" as id, coalesce(substr(item.updated_at, 1, 19), '1970-01-01T00:00:00') as changed, coalesce((select substr(audit.at, 1, 19)
from audit
where kind = 'items' and record_key = cast("item"."id" as text)
order by audit.id desc
limit 1), '1970-01-01T00:00:00') as stepped
from "item"
where "item"."id" > ? and visibility = 'published' and "item"."collection_id" in (select value
from json_each(?))) as dated) as stamped
where at >= ? and at <= ?
order by id
limit ?;
