-- SEARCH location USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH last_changed USING PRIMARY KEY (kind=? AND id=?)
select json_object('type', 'Feature', 'id', location.id, 'geometry', json(location.geometry), 'properties', json_object('pk', location.id, 'name', location.name, 'address', location.address, 'altnames', location.altnames, 'same_as', json(location.same_as), 'updated_at', (select at
from last_changed
where kind = 'location' and last_changed.id = "location"."id"))) as "feature"
from "location"
where "location"."id" = ?;
