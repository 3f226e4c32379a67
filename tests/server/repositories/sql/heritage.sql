-- SEARCH heritage USING INDEX heritage_location_id (location_id=?)
select "location_id" as "location", "id", "architectural_style", "architectural_description", "heritage_registry_entry"
from "heritage"
where "location_id" = ?
order by "id";
