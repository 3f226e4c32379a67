select count(*)
from item_search as item
where item.visibility = 'published';

select item.id, item.sort_title as place
from item
where item.visibility = 'published'
order by place asc, item.id asc
limit $1 offset $2;

select { one item }
from json_array_elements_text($1::json)
with ordinality as page(value, key) join item on item.id = page.value::bigint
where item.visibility = 'published'
order by page.key;
