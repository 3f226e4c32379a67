-- SEARCH relationship USING INDEX relationship_person2_id (person2_id=?)
-- SEARCH named EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH named EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH known EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH known EXISTS USING INTEGER PRIMARY KEY (rowid=?)
select "id", "person1_id" as "person1", "person2_id" as "person2", "relationship_type", "description"
from "relationship"
where relationship.visibility = 'published' and exists (select 1
from "person" as named
where named.id = "relationship"."person1_id" and named.visibility = 'published') and exists (select 1
from "person" as named
where named.id = "relationship"."person2_id" and named.visibility = 'published') and exists (select 1
from person as known
where known.id = "relationship"."person1_id" and known.privacy = 'full') and exists (select 1
from person as known
where known.id = "relationship"."person2_id" and known.privacy = 'full') and "person2_id" = ? and "relationship_type" = ?
order by "id";
