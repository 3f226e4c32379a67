-- SEARCH relationship USING INDEX relationship_person2_id (person2_id=?)
select "id", "person1_id" as "person1", "person2_id" as "person2", "relationship_type", "description"
from "relationship"
where "person2_id" = ? and "relationship_type" = ?
order by "id";
