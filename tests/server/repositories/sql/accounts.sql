-- SCAN account
-- USE TEMP B-TREE FOR ORDER BY
select *
from "account"
order by "name", "id";
