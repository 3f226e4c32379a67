-- SCAN story
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH last_changed USING PRIMARY KEY (kind=? AND id=?)
select "id", "title", "lead", "text", "visibility", (select at
from last_changed
where kind = 'story' and last_changed.id = "story"."id") as "updated_at"
from "story"
where story.visibility = 'published'
order by "id";
