-- SEARCH collection USING INTEGER PRIMARY KEY (rowid=?)
select "id", "collection_name", "collection_description", "hierarchy", "parent_collection"
from "collection"
where "id" = ?;
