-- SEARCH collection USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH linked USING INTEGER PRIMARY KEY (rowid=?)
select "id", "collection_name", "collection_description", "hierarchy", "visibility", (select linked.id
from "collection" as linked
where linked.id = "collection"."parent_collection" and linked.visibility = 'published') as "parent_collection"
from "collection"
where "collection"."id" = ? and collection.visibility = 'published';
