import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** So many are told of. */
const LATEST = 20

/** The latest rebuilds of the site and the requests that wait, the newest first. */
export const latestBuilds = (db: Kysely<Tables>) =>
  db.selectFrom('build').selectAll().orderBy('id', 'desc').limit(LATEST).execute()
