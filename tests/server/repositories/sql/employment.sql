-- SEARCH named EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH employment USING INDEX employment_person_id (person_id=?)
-- SEARCH named EXISTS USING INTEGER PRIMARY KEY (rowid=?)
select "id", "person_id" as "person", "organization_id" as "organization", "date_start", "date_start_text", "date_end", "date_end_text"
from "employment"
where exists (select 1
from "person" as named
where named.id = "employment"."person_id" and named.visibility = 'published') and exists (select 1
from "organization" as named
where named.id = "employment"."organization_id" and named.visibility = 'published') and "person_id" = ?
order by "id";
