select count(*)
from item_search as item
where item.visibility = 'published' and item.span_order <= $1 and item.span_end >= $2;

select item.id, item.sort_date as place
from item
where item.visibility = 'published' and +item.span_order <= $1 and item.span_end >= $2
order by place asc, item.id asc
limit $3 offset $4;

select { one item }
from json_array_elements_text($1::json)
with ordinality as page(value, key) join item on item.id = page.value::bigint
where item.visibility = 'published'
order by page.key;
