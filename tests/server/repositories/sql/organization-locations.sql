-- SEARCH organization_location USING INDEX organization_location_organization_id (organization_id=?)
select "id", "location_id" as "location", "organization_id" as "organization", "date_start", "date_start_text", "date_end", "date_end_text"
from "organization_location"
where "organization_id" = ?
order by "id";
