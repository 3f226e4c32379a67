-- SEARCH location USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 3
--   SEARCH lot USING INDEX sqlite_autoindex_lot_1 (lot_num=?)
--   LIST SUBQUERY 2
--     SCAN texts VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH last_changed USING PRIMARY KEY (kind=? AND id=?)
select json_object('type', 'Feature', 'id', location.id, 'geometry', json(location.geometry), 'properties', json_object('pk', location.id, 'name', location.name, 'address', location.address, 'altnames', location.altnames, 'same_as', json(location.same_as), 'updated_at', (select at
from last_changed
where kind = 'location' and last_changed.id = "location"."id"))) as "feature"
from "location"
where ("location"."id" = ? or instr("location"."search", ?) > 0) and "location"."id" in (select "location_id"
from "lot"
where "lot"."lot_num" in (select value
from json_each(?) as texts))
order by "location"."id";
