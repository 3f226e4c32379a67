-- SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH person_image USING INDEX person_image_person_id (person_id=?)
-- SEARCH original USING INDEX sqlite_autoindex_original_1 (sha256=?)
-- USE TEMP B-TREE FOR ORDER BY
select "original"."sha256", "original"."format", "original"."width", "original"."height", "person_image"."visibility", "person"."visibility" as "ofPerson"
from "person_image" inner join "person" on "person"."id" = "person_image"."person_id" inner join "original" on "original"."sha256" = "person_image"."sha256"
where "person_image"."person_id" = ? and person.visibility = 'published' and person.privacy = 'full' and person_image.visibility = 'published'
order by (person_image.visibility = 'draft' and person_image.state = 'discarded'), person_image.id desc;
