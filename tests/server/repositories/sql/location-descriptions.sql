-- SEARCH location_description USING INDEX location_description_location_id (location_id=?)
select "id", "location_id" as "location", "description"
from "location_description"
where "hidden_until" is null and "location_id" = ?
order by "id";
