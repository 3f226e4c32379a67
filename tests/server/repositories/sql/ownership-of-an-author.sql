-- SEARCH ownership USING INDEX ownership_lot_num (lot_num=?)
-- LIST SUBQUERY 2
--   SCAN texts VIRTUAL TABLE INDEX 1:
-- SEARCH named EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY
select "id", "lot_num" as "lot", "person_id" as "person", "date", "date_text", "source"
from "ownership"
where exists (select 1
from "person" as named
where named.id = "ownership"."person_id" and (named.visibility = 'published' or (named.author_id = ? and named.state <> 'hidden'))) and "lot_num" in (select value
from json_each(?) as texts)
order by "id";
