-- SEARCH location USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 2
--   SEARCH lot USING INDEX sqlite_autoindex_lot_1 (lot_num=?)
--   LIST SUBQUERY 1
--     SCAN json_each VIRTUAL TABLE INDEX 1:
select json_object('type', 'Feature', 'id', location.id, 'geometry', json(location.geometry), 'properties', json_object('pk', location.id, 'name', location.name, 'address', location.address, 'altnames', location.altnames)) as "feature"
from "location"
where ("location"."id" = ? or instr("location"."search", ?) > 0) and "location"."id" in (select "location_id"
from "lot"
where "lot"."lot_num" in (select value
from json_each(?)))
order by "location"."id";
