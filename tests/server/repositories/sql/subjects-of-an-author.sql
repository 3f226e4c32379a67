-- SCAN subject
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH linked USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 2
--   SEARCH last_changed USING PRIMARY KEY (kind=? AND id=?)
select "id", "subject_name", "subject_description", "same_as", "visibility", (select linked.id
from "subject" as linked
where linked.id = "subject"."subject_parent" and (linked.visibility = 'published' or (linked.author_id = ? and linked.state <> 'hidden'))) as "subject_parent", (select at
from last_changed
where kind = 'subject' and last_changed.id = "subject"."id") as "updated_at"
from "subject"
where (subject.visibility = 'published' or (subject.author_id = ? and subject.state <> 'hidden'))
order by "id";
