select count(*)
from (select 1
from item_search join item on item.id = item_search.rowid
where item.visibility = 'published' and item_search.words @@ search_query($1)
limit 20001) as found;

with found as materialized (select item.id, item.sort_date as place
from item_search join item on item.id = item_search.rowid
where item.visibility = 'published' and item_search.words @@ search_query($1)
limit 20000)
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
