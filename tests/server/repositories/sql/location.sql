-- SEARCH location USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH location_predecessor USING PRIMARY KEY (location_id=?)
-- CORRELATED SCALAR SUBQUERY 2
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH place_name USING INDEX place_name_location_id (location_id=?)
-- CORRELATED SCALAR SUBQUERY 3
--   SEARCH last_changed USING PRIMARY KEY (kind=? AND id=?)
select json_object('type', 'Feature', 'id', location.id, 'geometry', json(location.geometry), 'properties', json_object('pk', location.id, 'name', location.name, 'address', location.address, 'altnames', location.altnames, 'date_start', location.date_start, 'date_start_text', location.date_start_text, 'date_end', location.date_end, 'date_end_text', location.date_end_text, 'succession', location.succession, 'predecessors', json((select coalesce(json_group_array(predecessor_id
order by position), '[]')
from location_predecessor
where location_id = location.id)), 'earlier_names', json((select coalesce(json_group_array(name
order by id), '[]')
from place_name
where location_id = location.id)), 'same_as', json(location.same_as), 'updated_at', (select at
from last_changed
where kind = 'location' and last_changed.id = "location"."id"))) as "feature"
from "location"
where "location"."id" = ?;
