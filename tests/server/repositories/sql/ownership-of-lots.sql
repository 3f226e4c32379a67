-- SEARCH ownership USING INDEX ownership_lot_num (lot_num=?)
-- LIST SUBQUERY 5
--   SCAN texts VIRTUAL TABLE INDEX 1:
-- SEARCH named EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH known USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 2
--   SEARCH known USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 3
--   SEARCH known USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY
select "id", "lot_num" as "lot", "person_id" as "person", case when exists (select 1
from person as known
where known.id = "ownership"."person_id" and known.privacy = 'full') then "date" end as "date", case when exists (select 1
from person as known
where known.id = "ownership"."person_id" and known.privacy = 'full') then "date_text" else '' end as "date_text", case when exists (select 1
from person as known
where known.id = "ownership"."person_id" and known.privacy = 'full') then "source" else '' end as "source"
from "ownership"
where exists (select 1
from "person" as named
where named.id = "ownership"."person_id" and named.visibility = 'published') and "lot_num" in (select value
from json_each(?) as texts)
order by "id";
