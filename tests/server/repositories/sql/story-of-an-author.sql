-- SEARCH story USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH audit USING INDEX audit_record (kind=? AND record_key=?)
-- CORRELATED SCALAR SUBQUERY 2
--   SEARCH last_changed USING PRIMARY KEY (kind=? AND id=?)
select "id", "title", "lead", "text", "visibility", (select coalesce(min(case when action = 'published' then at end), min(at))
from audit
where kind = 'stories' and record_key = cast(story.id as text) and visibility = 'published') as "published_at", (select at
from last_changed
where kind = 'story' and last_changed.id = "story"."id") as "updated_at"
from "story"
where "id" = ? and (story.visibility = 'published' or (story.author_id = ? and story.state <> 'hidden'))
order by "id";
