-- SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 8
--   SCAN json_each VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH last_changed USING PRIMARY KEY (kind=? AND id=?)
-- CORRELATED SCALAR SUBQUERY 5
--   CO-ROUTINE married
--     COMPOUND QUERY
--       LEFT-MOST SUBQUERY
--         SEARCH person_spouse USING PRIMARY KEY (person_id=?)
--       UNION ALL
--         SEARCH other USING COVERING INDEX person_spouse_spouse_id (spouse_id=?)
--         CORRELATED SCALAR SUBQUERY 3
--           SEARCH person_spouse USING PRIMARY KEY (person_id=? AND spouse_id=?)
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SCAN married
--   SEARCH spouse USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 6
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH grave USING INDEX grave_person_id (person_id=?)
-- CORRELATED SCALAR SUBQUERY 7
--   SEARCH person_image USING INDEX person_image_person_id (person_id=?)
--   SEARCH original USING INDEX sqlite_autoindex_original_1 (sha256=?)
--   USE TEMP B-TREE FOR ORDER BY
select "id", "first_name", "middle_name", "surname", "date_of_birth", "date_of_birth_text", "date_of_death", "date_of_death_text", "sex", "biography", "family_tree", "same_as", "visibility", "privacy", (select at
from last_changed
where kind = 'person' and last_changed.id = "person"."id") as "updated_at", (select json_group_array(spouse.id
order by place, spouse.id)
from (
select spouse_id as id, position as place
from person_spouse
where person_id = person.id
union all
select person_id, 1000000
from person_spouse as other
where spouse_id = person.id and not exists (
select 1
from person_spouse
where person_id = person.id and spouse_id = other.person_id)) as married join person as spouse on spouse.id = married.id
where spouse.visibility = 'published' and spouse.privacy = 'full') as "spouses", (select json_group_array(json_object('id', id, 'entry', entry)
order by id)
from grave
where person_id = person.id and grave.visibility = 'published') as "graves", (select json_object('width', width, 'height', height, 'version', version)
from person_image join original on original.sha256 = person_image.sha256
where person_id = person.id and person_image.visibility = 'published'
order by (person_image.visibility = 'draft' and person_image.state = 'discarded'), person_image.id desc
limit 1) as "image"
from "person"
where person.visibility = 'published' and "person"."id" in (select value
from json_each(?))
order by "id";
