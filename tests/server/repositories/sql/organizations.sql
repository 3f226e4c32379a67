-- SEARCH organization USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 3
--   SCAN json_each VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 2
--   SCAN word VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH last_changed USING PRIMARY KEY (kind=? AND id=?)
select "id", "name", "altname", "date_opened", "date_opened_text", "date_closed", "date_closed_text", "description", "same_as", "visibility", (select at
from last_changed
where kind = 'organization' and last_changed.id = "organization"."id") as "updated_at"
from "organization"
where organization.visibility = 'published' and not exists (select 1
from json_each(?) as word
where instr("organization"."search", word.value) = 0) and "organization"."id" in (select value
from json_each(?))
order by "id";
