-- SEARCH audit USING INDEX audit_account (account_id=? AND id<?)
select *
from "audit"
where "kind" = ? and "account_id" = ? and "id" < ?
order by "id" desc
limit ?;
