select count(*)
from item
where item.visibility = 'published' and item.span_order <= $1 and item.span_end >= $2;

with page as materialized (select item.id, item.sort_date as place
from item
where item.visibility = 'published' and +item.span_order <= $1 and item.span_end >= $2
order by place asc, item.id asc
limit $3 offset $4)
select { one item }
from page join item on item.id = page.id
order by page.place asc, page.id asc;
