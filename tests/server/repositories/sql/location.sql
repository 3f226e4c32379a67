-- SEARCH location USING INTEGER PRIMARY KEY (rowid=?)
select json_object('type', 'Feature', 'id', location.id, 'geometry', json(location.geometry), 'properties', json_object('pk', location.id, 'name', location.name, 'address', location.address, 'altnames', location.altnames)) as "feature"
from "location"
where "location"."id" = ?;
