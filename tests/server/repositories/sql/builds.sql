-- SCAN build
select *
from "build"
order by "id" desc
limit ?;
