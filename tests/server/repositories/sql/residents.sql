-- SEARCH named EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH known EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH resident USING INDEX resident_person_id (person_id=?)
select "id", "person_id" as "person", "location_id" as "location", "date_start", "date_start_text", "date_end", "date_end_text", "role", "written", "source", "household_order"
from "resident"
where exists (select 1
from "person" as named
where named.id = "resident"."person_id" and named.visibility = 'published') and exists (select 1
from person as known
where known.id = "resident"."person_id" and known.privacy = 'full') and "person_id" = ?
order by "id";
