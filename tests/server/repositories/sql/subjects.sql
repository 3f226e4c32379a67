-- SCAN subject
-- CORRELATED SCALAR SUBQUERY 1
--   SCAN word VIRTUAL TABLE INDEX 1:
select "id", "subject_name", "subject_description", "subject_parent"
from "subject"
where not exists (select 1
from json_each(?) as word
where instr("subject"."search", word.value) = 0)
order by "id";
