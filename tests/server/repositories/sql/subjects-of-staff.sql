-- SCAN subject
select "id", "subject_name", "subject_description", "visibility", "subject"."subject_parent" as "subject_parent"
from "subject"
where (subject.visibility = 'published' or subject.state <> 'discarded' or subject.author_id = ?)
order by "id";
