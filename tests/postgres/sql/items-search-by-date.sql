select count(*)
from (select 1
from item_search as item
where item.visibility = 'published' and item.words @@ search_query($1)
limit 20001) as found;

with found as materialized (select item.rowid as id, item.sort_date as place
from item_search as item
where item.visibility = 'published' and item.words @@ search_query($1)
limit 20000), page as (select id, place
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
