-- SEARCH place_name USING INDEX place_name_location_id (location_id=?)
select "id", "location_id" as "location", "name", "date_start", "date_start_text", "date_end", "date_end_text"
from "place_name"
where "location_id" = ?
order by "id";
