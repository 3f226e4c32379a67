-- SEARCH scan USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH original USING INDEX sqlite_autoindex_original_1 (sha256=?)
-- SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
select "original"."sha256", "original"."format", case when scan.turn % 180 = 0 then original.width else original.height end as "width", case when scan.turn % 180 = 0 then original.height else original.width end as "height", "scan"."turn", "scan"."watermark", "scan"."color", "scan"."position", "scan"."mark_size", "scan"."mark_opacity", "item"."visibility", "scan"."item_id", "scan"."hidden_until"
from "scan" inner join "original" on "original"."sha256" = "scan"."sha256" inner join "item" on "item"."id" = "scan"."item_id"
where "scan"."id" = ? and (item.visibility = 'published' or (item.author_id = ? and item.state <> 'hidden')) and "scan"."hidden_until" is null;
