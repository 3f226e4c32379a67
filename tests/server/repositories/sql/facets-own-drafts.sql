-- SEARCH item USING INDEX item_author (author_id=?)
select json_group_array(id), json_group_array(type), json_group_array(span_start / 100000), json_group_array(span_end / 100000), json_group_array(collection_id)
from item
where item.visibility = 'draft' and item.state <> 'hidden' and item.author_id = :viewer;

-- SCAN item_subject USING COVERING INDEX item_subject_subject_id
select json_group_array(item_id), json_group_array(subject_id)
from item_subject;

-- SEARCH item USING INDEX item_author (author_id=?)
select json_group_array(item.id)
from item
where item.visibility = 'draft' and item.state <> 'hidden' and item.author_id = :viewer and item.type = ?;

-- SCAN subject
select id, subject_name
from subject
where (subject.visibility = 'published' or (subject.author_id = :viewer and subject.state <> 'hidden'));

-- SCAN collection
select id, collection_name, parent_collection, (collection.visibility = 'published' or (collection.author_id = :viewer and collection.state <> 'hidden'))
from collection
where (collection.visibility = 'published' or (collection.author_id = :viewer and collection.state <> 'hidden'))
order by id;
