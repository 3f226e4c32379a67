-- SEARCH collection USING INDEX collection_parent_collection (parent_collection=?)
select "id", "collection_name", "collection_description", "hierarchy", "parent_collection"
from "collection"
where "parent_collection" = ?
order by "id";
