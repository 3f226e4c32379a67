-- SCAN subject
-- CORRELATED SCALAR SUBQUERY 2
--   SCAN word VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH linked USING INTEGER PRIMARY KEY (rowid=?)
select "id", "subject_name", "subject_description", "visibility", (select linked.id
from "subject" as linked
where linked.id = "subject"."subject_parent" and linked.visibility = 'published') as "subject_parent"
from "subject"
where subject.visibility = 'published' and not exists (select 1
from json_each(?) as word
where instr("subject"."search", word.value) = 0)
order by "id";
