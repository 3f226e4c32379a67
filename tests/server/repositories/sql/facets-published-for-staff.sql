-- SCAN item
select json_group_array(id), json_group_array(type), json_group_array(span_start / 100000), json_group_array(span_end / 100000), json_group_array(collection_id)
from item not indexed
where item.visibility = 'published';

-- SCAN item_subject USING COVERING INDEX item_subject_subject_id
select json_group_array(item_id), json_group_array(subject_id)
from item_subject;

-- SEARCH item USING COVERING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
-- LIST SUBQUERY 4
--   MERGE (INTERSECT)
--     LEFT
--       SEARCH item_subject USING COVERING INDEX item_subject_subject_id (subject_id=?)
--       SCALAR SUBQUERY 1
--         SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--     RIGHT
--       SEARCH item_subject USING COVERING INDEX item_subject_subject_id (subject_id=?)
--       SCALAR SUBQUERY 3
--         SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
select json_group_array(item.id)
from item indexed by item_id_visibility_type_sort_date_span_order_span_end
where item.visibility = 'published' and item.id in (select item_id
from item_subject
where subject_id = (select named.id
from subject as named
where named.id = ? and true)
intersect
select item_id
from item_subject
where subject_id = (select named.id
from subject as named
where named.id = ? and true));

-- SCAN subject
select id, subject_name
from subject
where (subject.visibility = 'published' or subject.state <> 'discarded' or subject.author_id = :viewer);

-- SCAN collection
select id, collection_name, parent_collection, (collection.visibility = 'published' or collection.state <> 'discarded' or collection.author_id = :viewer)
from collection
where true
order by id;
