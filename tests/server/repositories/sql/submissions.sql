-- SEARCH r USING INDEX item_visibility_span_order_id_span_end (visibility=?)
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH scan USING COVERING INDEX scan_item_id_scan_order (item_id=?)
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "r"."submitted_at", "r"."note", json_object('title', r.title, 'type', r.type) as "label", (select count(*)
from scan
where scan.item_id = r.id) as "scans"
from "item" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."visibility" = ? and "r"."state" = ? and "r"."author_id" = ?;
