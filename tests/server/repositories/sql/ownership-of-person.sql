-- SEARCH named EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH ownership USING INDEX ownership_person_id (person_id=?)
select "id", "lot_num" as "lot", "person_id" as "person", "date", "date_text", "source"
from "ownership"
where exists (select 1
from "person" as named
where named.id = "ownership"."person_id" and named.visibility = 'published') and "person_id" = ?
order by "id";
