-- SEARCH plaque USING INDEX plaque_location_id (location_id=?)
select "id", "location_id" as "location", "name", "text"
from "plaque"
where "location_id" = ?
order by "id";
