select count(*)
from item
where item.visibility = 'published' and item.id in (select item_id
from item_subject
where subject_id = any(json_ids($1)) and subject_id not in (select named.id
from subject as named
where named.id = any(json_ids($1)) and not coalesce(named.visibility = 'published', false)));

with found as materialized (select item.id, item.sort_date as place
from item
where item.visibility = 'published' and item.id in (select item_id
from item_subject
where subject_id = any(json_ids($1)) and subject_id not in (select named.id
from subject as named
where named.id = any(json_ids($1)) and not coalesce(named.visibility = 'published', false))))
select id, (select count(*)
from found) as total
from found
order by place asc, id asc
limit $2 offset $3;

select { one item }
from json_array_elements_text($1::json)
with ordinality as page(value, key) join item on item.id = page.value::bigint
where item.visibility = 'published'
order by page.key;
