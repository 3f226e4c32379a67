-- SEARCH location_description USING INDEX location_description_location_id (location_id=?)
select "id", "location_id" as "location", "description"
from "location_description"
where "location_id" = ?
order by "id";
