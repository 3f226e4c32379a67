-- SEARCH ownership USING INDEX ownership_lot_num (lot_num=?)
-- LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY
select "id", "lot_num" as "lot", "person_id" as "person", "date", "date_text", "source"
from "ownership"
where "lot_num" in (select value
from json_each(?))
order by "id";
