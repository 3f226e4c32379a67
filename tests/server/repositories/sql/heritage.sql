-- SEARCH heritage USING INDEX heritage_location_id (location_id=?)
select "id", "location_id" as "location", "architectural_style", "architectural_description", "heritage_registry_entry"
from "heritage"
where "location_id" = ?
order by "id";
