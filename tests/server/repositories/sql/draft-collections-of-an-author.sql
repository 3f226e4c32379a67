-- SEARCH above EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH collection USING INDEX collection_parent_collection (parent_collection=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH linked USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 2
--   SEARCH last_changed USING PRIMARY KEY (kind=? AND id=?)
select "id", "collection_name", "collection_description", "hierarchy", "visibility", "rights", "rights_holder", "credit_line", "local_contexts", (select linked.id
from "collection" as linked
where linked.id = "collection"."parent_collection" and (linked.visibility = 'published' or (linked.author_id = ? and linked.state <> 'hidden'))) as "parent_collection", (select at
from last_changed
where kind = 'collection' and last_changed.id = "collection"."id") as "updated_at"
from "collection"
where (collection.visibility = 'published' or (collection.author_id = ? and collection.state <> 'hidden')) and "collection"."visibility" = ? and "collection"."parent_collection" = ? and exists (select "above"."id"
from "collection" as "above"
where "above"."id" = ? and (above.visibility = 'published' or (above.author_id = ? and above.state <> 'hidden')))
order by "id";
