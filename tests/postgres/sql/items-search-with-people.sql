select count(*)
from (select 1
from item_search join item_search_tags as item on item.id = item_search.rowid
where item.visibility = 'published' and item.people @> json_ids($1) and (select count(*)
from (select named.id
from json_numbers($2) as asked join person as named on named.id = asked.value
where named.visibility = 'published') as shown) = $3 and item_search.words @@ search_query($4)
limit 20001) as found;

with found as materialized (select item.id, bm25(item_search, 10, 1, 4, 8, 4) as place
from item_search join item_search_tags as item on item.id = item_search.rowid
where item.visibility = 'published' and item.people @> json_ids($1) and (select count(*)
from (select named.id
from json_numbers($2) as asked join person as named on named.id = asked.value
where named.visibility = 'published') as shown) = $3 and item_search.words @@ search_query($4)
limit 20000), page as (select id, place
from found
order by place asc, id asc
limit $5 offset $6)
select id, (select count(*)
from found) as total
from (select 1) as always left join page on true
order by place asc, id asc;

select { one item }
from json_array_elements_text($1::json)
with ordinality as page(value, key) join item on item.id = page.value::bigint
where item.visibility = 'published'
order by page.key;

with found as materialized (select id, -($9::float8 * (count0 * 2.2 / (count0 + saturation)) + $10::float8 * (count1 * 2.2 / (count1 + saturation))) as place
from (select item.id, counted.*
from item_search join item_search_tags as item on item.id = item_search.rowid cross join lateral (select round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, $7::tsquery)) as count0, round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, $8::tsquery)) as count1, 1.2 * (0.25 + 0.75 * length::float8 / $11::float8) as saturation
from item_search
where rowid = item.id offset 0) as counted
where item.visibility = 'published' and item.people @> json_ids($1) and (select count(*)
from (select named.id
from json_numbers($2) as asked join person as named on named.id = asked.value
where named.visibility = 'published') as shown) = $3 and item_search.words @@ search_query($4) offset 0) as counted
where true
limit 20000), page as (select id, place
from found
order by place asc, id asc
limit $5 offset $6)
select id, (select count(*)
from found) as total
from (select 1) as always left join page on true
order by place asc, id asc;

with found as materialized (select id, -($9::float8 * (count0 * 2.2 / (count0 + saturation)) + $10::float8 * (count1 * 2.2 / (count1 + saturation))) as place
from (select item.id, counted.*
from item_search join item_search_tags as item on item.id = item_search.rowid cross join lateral (select round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, $7::tsquery)) as count0, round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, $8::tsquery)) as count1, 1.2 * (0.25 + 0.75 * length::float8 / $11::float8) as saturation
from item_search
where rowid = item.id and (ts_rank(words, $7::tsquery) > 0) offset 0) as counted
where item.visibility = 'published' and item.people @> json_ids($1) and (select count(*)
from (select named.id
from json_numbers($2) as asked join person as named on named.id = asked.value
where named.visibility = 'published') as shown) = $3 and item_search.words @@ search_query($4) offset 0) as counted
where true and (count0 > 0)
limit 20000), page as (select id, place
from found
order by place asc, id asc
limit $5 offset $6)
select id, (select count(*)
from found) as total
from (select 1) as always left join page on true
order by place asc, id asc;

with found as materialized (select id, -($9::float8 * (count0 * 2.2 / (count0 + saturation)) + $10::float8 * (count1 * 2.2 / (count1 + saturation))) as place
from (select item.id, counted.*
from item_search_tags as item cross join lateral (select round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, $7::tsquery)) as count0, round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, $8::tsquery)) as count1, 1.2 * (0.25 + 0.75 * length::float8 / $11::float8) as saturation
from item_search
where rowid = item.id and (ts_rank(words, $7::tsquery) > 0 or ts_rank(words, $8::tsquery) > 0) offset 0) as counted
where item.visibility = 'published' and item.people @> json_ids($1) and (select count(*)
from (select named.id
from json_numbers($2) as asked join person as named on named.id = asked.value
where named.visibility = 'published') as shown) = $3 and $4::text is not null offset 0) as counted
where true and (count0 > 0 or count1 > 0)
limit 20000), page as (select id, place
from found
order by place asc, id asc
limit $5 offset $6)
select id, (select count(*)
from found) as total
from (select 1) as always left join page on true
order by place asc, id asc;
