import type { Migration } from 'kysely/migration'
import * as archive from './migrations/0001-archive.ts'
import * as accountsAndReview from './migrations/0002-accounts-and-review.ts'
import * as small from './migrations/0003-0019-statements.ts'
import * as lastingIds from './migrations/0006-lasting-ids.ts'
import * as lastChanged from './migrations/0012-last-changed.ts'
import * as changeLog from './migrations/0015-change-log.ts'
import * as mapLayers from './migrations/0017-map-layers.ts'
import * as sortedItems from './migrations/0018-sorted-items.ts'
import * as namedSettings from './migrations/0020-named-settings.ts'
import * as both from './migrations/0021-0046-statements.ts'
import * as rankedSearch from './migrations/0023-ranked-search.ts'
import * as importedRows from './migrations/0027-imported-rows.ts'
import * as openSpansAndFolding from './migrations/0028-open-spans-and-folding.ts'
import * as operationLog from './migrations/0031-operations.ts'
import * as searchedTexts from './migrations/0032-searched-texts.ts'
import * as stories from './migrations/0034-stories.ts'
import * as living from './migrations/0035-living-people.ts'
import * as hiddenUntil from './migrations/0037-hidden-until.ts'
import * as documents from './migrations/0039-documents.ts'
import * as searchedPages from './migrations/0042-searched-pages.ts'
import * as turnedScans from './migrations/0047-turned-scans.ts'
import * as longerBeginnings from './migrations/0050-longer-beginnings.ts'
import * as imports from './migrations/0051-imports.ts'
import * as oldAddresses from './migrations/0052-old-addresses.ts'
import * as years from './migrations/0053-years.ts'
import * as postgresBaseline from './postgres/baseline.ts'

/** All migrations in order. Never edit one that was released: add another. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-archive': archive,
  '0002-accounts-and-review': accountsAndReview,
  '0003-overlays': small.overlays,
  '0004-searched-dates': small.searchedDates,
  '0005-archive-identity': small.archiveIdentity,
  '0006-lasting-ids': lastingIds,
  '0007-searched-types': small.searchedTypes,
  '0008-credit': small.credit,
  '0009-review-desk': small.reviewDesk,
  '0010-merges-count': small.mergesCount,
  '0011-splits': small.splits,
  '0012-last-changed': lastChanged,
  '0013-operations': small.stateOfTheArchive,
  '0014-searched-creators': small.searchedCreators,
  '0015-change-log': changeLog,
  '0016-settings': small.settings,
  '0017-map-layers': mapLayers,
  '0018-sorted-items': sortedItems,
  '0019-watermark-size': small.watermarkSize,
  '0020-named-settings': namedSettings,
  '0021-credits-in-log': both.creditsInLog,
  '0022-several-processes': both.severalProcesses,
  '0023-ranked-search': rankedSearch,
  '0024-lists-of-ids': both.listsOfIds,
  '0025-lookups-of-items': both.lookupsOfItems,
  '0026-listed-items': both.listedItems,
  '0027-imported-rows': importedRows,
  '0028-open-spans-and-folding': openSpansAndFolding,
  '0029-version': both.version,
  '0030-pending-search': both.pendingSearch,
  '0031-operations': operationLog,
  '0032-searched-texts': searchedTexts,
  '0033-starred-items': both.starredItems,
  '0034-stories': stories,
  '0035-living-people': living,
  '0036-rights-and-notes': both.rightsAndNotes,
  '0037-hidden-until': hiddenUntil,
  '0038-creators-and-notes': both.creatorsAndNotes,
  '0039-documents': documents,
  '0040-pages': both.pages,
  '0042-searched-pages': searchedPages,
  '0043-pages-to-read': both.pagesToRead,
  '0046-local-contexts': both.localContexts,
  '0047-turned-scans': turnedScans,
  '0050-longer-beginnings': longerBeginnings,
  '0051-imports': imports,
  '0052-old-addresses': oldAddresses,
  '0053-years': years,
}

/** The last migration of SQLite that PostgreSQL begins with. */
const BASELINE = '0020-named-settings'

/** All migrations of PostgreSQL. */
export const POSTGRES_MIGRATIONS: Readonly<Record<string, Migration>> = {
  ...Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name > BASELINE)),
  [BASELINE]: postgresBaseline,
}

/** A database with other migrations was made by a newer version. */
export const KNOWN_MIGRATIONS: readonly string[] = Object.keys(MIGRATIONS)
