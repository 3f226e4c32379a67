-- SEARCH collection USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH linked USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 2
--   SEARCH last_changed USING PRIMARY KEY (kind=? AND id=?)
select "id", "collection_name", "collection_description", "hierarchy", "visibility", "rights", "rights_holder", "credit_line", "local_contexts", (select linked.id
from "collection" as linked
where linked.id = "collection"."parent_collection" and linked.visibility = 'published') as "parent_collection", (select at
from last_changed
where kind = 'collection' and last_changed.id = "collection"."id") as "updated_at"
from "collection"
where "collection"."id" = ? and collection.visibility = 'published';
