select count(*)
from item
where item.visibility = 'published' and item.type = $1;

select item.id, item.sort_date as place
from item
where item.visibility = 'published' and item.type = $1
order by place asc, item.id asc
limit $2 offset $3;

select { one item }
from json_array_elements_text($1::json)
with ordinality as page(value, key) join item on item.id = page.value::bigint
where item.visibility = 'published'
order by page.key;
