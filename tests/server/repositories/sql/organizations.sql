-- SEARCH organization USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 2
--   SCAN json_each VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 1
--   SCAN word VIRTUAL TABLE INDEX 1:
select "id", "name", "altname", "date_opened", "date_opened_text", "date_closed", "date_closed_text", "description", "visibility"
from "organization"
where organization.visibility = 'published' and not exists (select 1
from json_each(?) as word
where instr("organization"."search", word.value) = 0) and "organization"."id" in (select value
from json_each(?))
order by "id";
