-- SCAN item USING INDEX item_old_url
select "id", "old_url", "visibility", "state"
from "item"
where "old_url" <> ''
order by "id";

-- SCAN person USING INDEX person_old_url
select "id", "old_url", "visibility", "state", "privacy"
from "person"
where "old_url" <> ''
order by "id";

-- SCAN organization USING INDEX organization_old_url
select "id", "old_url", "visibility", "state"
from "organization"
where "old_url" <> ''
order by "id";

-- SCAN subject USING INDEX subject_old_url
select "id", "old_url", "visibility", "state"
from "subject"
where "old_url" <> ''
order by "id";

-- SCAN collection USING INDEX collection_old_url
select "id", "old_url", "visibility", "state"
from "collection"
where "old_url" <> ''
order by "id";

-- SCAN location USING INDEX location_old_url
select "id", "old_url"
from "location"
where "old_url" <> ''
order by "id";

-- SCAN story USING INDEX story_old_url
select "id", "old_url", "visibility", "state"
from "story"
where "old_url" <> ''
order by "id";
