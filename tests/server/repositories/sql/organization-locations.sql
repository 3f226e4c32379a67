-- SEARCH named EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH organization_location USING INDEX organization_location_organization_id (organization_id=?)
select "id", "location_id" as "location", "organization_id" as "organization", "date_start", "date_start_text", "date_end", "date_end_text"
from "organization_location"
where exists (select 1
from "organization" as named
where named.id = "organization_location"."organization_id" and named.visibility = 'published') and "organization_id" = ?
order by "id";
