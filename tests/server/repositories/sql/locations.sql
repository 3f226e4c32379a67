-- SEARCH location USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 6
--   SEARCH lot USING INDEX sqlite_autoindex_lot_1 (lot_num=?)
--   LIST SUBQUERY 5
--     SCAN texts VIRTUAL TABLE INDEX 1:
-- LIST SUBQUERY 4
--   SCAN place_name
--   CREATE BLOOM FILTER
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
where ("location"."id" = ? or instr("location"."search", ?) > 0 or "location"."id" in (select "location_id"
from "place_name"
where instr("search_text", ?) > 0)) and "location"."id" in (select "location_id"
from "lot"
where "lot"."lot_num" in (select value
from json_each(?) as texts))
order by "location"."id";
