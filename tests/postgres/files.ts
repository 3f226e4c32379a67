/** The API on PostgreSQL: of each kind of SQL that differs between the databases one file, and what several processes share; everything in `npm test -- all`. */
export const ON_POSTGRES = [
  'tests/postgres/{leader,migrations,schema,search,several-processes,tags,writes}.test.ts',
  'tests/server/{reads,residents,text-search,years-by-sql}.test.ts',
  'tests/server/repositories/{item-ranking,search-texts,spelling}.test.ts',
  'tests/server/records/{merge,succession,take-down}.test.ts',
  'tests/server/bundle/{desk-export,undo-import}.test.ts',
]
export const EVERYTHING_ON_POSTGRES = ['tests/postgres/**/*.test.ts', 'tests/server/**/*.test.ts']

/** Tests of SQLite's files, or of how they are backed up, damaged and filled. */
export const ONLY_ON_SQLITE = [
  'tests/server/backup/**',
  'tests/server/bundle/{disk-full,export-and-doctor}.test.ts',
  'tests/server/bundle/real-archive.test.ts',
  'tests/server/database/{lasting-ids,map-layers,named-settings,open,operations}.test.ts',
  'tests/server/health/{full-disk,storage-fails}.test.ts',
  'tests/server/identity/**',
  'tests/server/reads/read-pool.test.ts',
  'tests/server/raster/restored.test.ts',
  'tests/server/repositories/{bounded-search,sql}.test.ts',
  'tests/server/{config,main}.test.ts',
]

/** Journeys through a town on PostgreSQL, in `npm test -- all`: what reads or writes most in the database. */
export const JOURNEYS_ON_POSTGRES = [
  'tests/e2e/{edit-record,places,places-in-time,record-items,review,search,settings,state}.test.ts',
  'tests/e2e/account/*.test.ts',
  'tests/e2e/add-item/submit.test.ts',
  'tests/e2e/collection/*.test.ts',
  'tests/e2e/map/{searches,share}.test.ts',
  'tests/e2e/submissions/*.test.ts',
]
