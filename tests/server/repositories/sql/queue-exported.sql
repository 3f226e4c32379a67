-- SEARCH item USING INDEX item_visibility_type_sort_date_id_span_order_span_end (visibility=? AND type=?)
select 'items' as kind, id as key, state, author_id as author, submitted_at
from "item"
where visibility = 'published' and type = ? ;

-- SEARCH r USING INDEX item_visibility_published_at_id (visibility=?)
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "a"."disabled_at", "r"."submitted_at", "r"."note", "r"."hidden_until", json_object('title', r.title, 'type', r.type) as "label"
from "item" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."visibility" = ?;

-- SCAN item_search VIRTUAL TABLE INDEX 0:M5
select rowid as key
from item_search
where item_search match ?;
