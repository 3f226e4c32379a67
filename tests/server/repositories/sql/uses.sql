-- SCAN t VIRTUAL TABLE INDEX 1:
-- SCAN c VIRTUAL TABLE INDEX 0:
-- SCAN f VIRTUAL TABLE INDEX 0: LEFT-JOIN
-- USE TEMP B-TREE FOR ORDER BY
select t.value as "table", c.name as "column", c."notnull" as required, c.pk, f."table" as parent, f."to" as "parentColumn"
from json_each(?) as t join pragma_table_info(t.value) as c left join pragma_foreign_key_list(t.value) as f on f."from" = c.name
order by t.key, c.cid;

-- SEARCH lot USING INDEX sqlite_autoindex_lot_1 (lot_num=?)
select "lot_num", "location_id", "search_text", "staff_notes"
from "lot"
where "lot_num" = ?;

-- SEARCH ownership USING INDEX ownership_lot_num (lot_num=?)
select "id", "lot_num", "person_id", "date", "date_text", "source", "staff_notes"
from "ownership"
where "lot_num" = ?
order by "id";

-- SEARCH r USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 2
--   SCAN json_each VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
select "r"."id" as key, json_object('lot', r.lot_num, 'person', (select json_object('first_name', first_name, 'middle_name', middle_name, 'surname', surname)
from person
where id = "r"."person_id"), 'day', r.date, 'written', r.date_text) as label
from "ownership" as r
where "r"."id" in (select value
from json_each(?));
