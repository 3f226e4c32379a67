-- SCAN subject
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH linked USING INTEGER PRIMARY KEY (rowid=?)
select "id", "subject_name", "subject_description", "visibility", (select linked.id
from "subject" as linked
where linked.id = "subject"."subject_parent" and (linked.visibility = 'published' or linked.author_id = ?)) as "subject_parent"
from "subject"
where (subject.visibility = 'published' or subject.author_id = ?)
order by "id";
