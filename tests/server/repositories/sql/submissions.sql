-- SEARCH r USING INDEX item_author (author_id=?)
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "a"."disabled_at", "r"."submitted_at", "r"."note", "r"."hidden_until", json_object('title', r.title, 'type', r.type) as "label"
from "item" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."author_id" = ? and "r"."state" <> ? and "r"."visibility" = ? and "r"."state" = ?;

-- MATERIALIZE s
--   CO-ROUTINE (subquery-3)
--     CO-ROUTINE (subquery-4)
--       SCAN scan USING INDEX scan_item_id_scan_order
--     SCAN (subquery-4)
--   SCAN (subquery-3)
-- SCAN item USING COVERING INDEX item_id_visibility_type_sort_date_span_order_span_end
-- BLOOM FILTER ON s (item_id=? AND place=?)
-- SEARCH s USING AUTOMATIC PARTIAL COVERING INDEX (item_id=? AND place=?) LEFT-JOIN
-- SEARCH o USING INDEX sqlite_autoindex_original_1 (sha256=?) LEFT-JOIN
select "item"."id", "item"."type", "s"."scans", "s"."id" as "scan", "s"."version", case when s.turn % 180 = 0 then o.width else o.height end as "width", case when s.turn % 180 = 0 then o.height else o.width end as "height"
from "item" left join (select "item_id", "id", "version", "sha256", "turn", count(*) over (partition by item_id) as "scans", row_number() over (partition by item_id
order by scan_order, id) as "place"
from "scan"
where 1 = 0 and "hidden_until" is null) as "s" on "s"."item_id" = "item"."id" and "s"."place" = ? left join "original" as "o" on "o"."sha256" = "s"."sha256"
where 1 = 0;
