select count(*)
from item_search_tags as item
where item.visibility = 'published' and item.subjects && array(select named.id
from json_numbers($1) as asked join subject as named on named.id = asked.value
where named.visibility = 'published');

with found as materialized (select item.id, item.sort_title as place
from item join item_search_tags as tags on tags.id = item.id
where item.visibility = 'published' and tags.subjects && array(select named.id
from json_numbers($1) as asked join subject as named on named.id = asked.value
where named.visibility = 'published')), page as (select id, place
from found
order by place asc, id asc
limit $2 offset $3)
select id, (select count(*)
from found) as total
from (select 1) as always left join page on true
order by place asc, id asc;

select { one item }
from json_array_elements_text($1::json)
with ordinality as page(value, key) join item on item.id = page.value::bigint
where item.visibility = 'published'
order by page.key;
