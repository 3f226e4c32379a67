-- SCAN subject
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH last_changed USING PRIMARY KEY (kind=? AND id=?)
select "id", "subject_name", "subject_description", "same_as", "visibility", "subject"."subject_parent" as "subject_parent", (select at
from last_changed
where kind = 'subject' and last_changed.id = "subject"."id") as "updated_at"
from "subject"
where (subject.visibility = 'published' or subject.state <> 'discarded' or subject.author_id = ?)
order by "id";
