import { sql, type Kysely } from 'kysely'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Tables } from '../database/tables.ts'
import type { MediaStore } from '../media/media-store.ts'
import { removeStray, type MediaInUse } from '../scans/strays.ts'

/** Forgets originals that no scan and no person has any more. Their files go when the change is committed: `removeUnused`. */
export async function forgetUnusedOriginals(db: Kysely<Tables>): Promise<void> {
  await sql`delete from original where sha256 not in (select sha256 from scan)
    and sha256 not in (select sha256 from person_image)`.execute(db)
}

/** Removes what was named before and no longer is; files that came meanwhile (an upload under way) are left alone. */
export async function removeUnused(
  db: ArchiveDatabase,
  media: MediaStore,
  { before, now }: { before: MediaInUse; now: MediaInUse },
): Promise<void> {
  for (const key of before.originals) if (!now.originals.has(key)) await removeStray(db, media, key)
  for (const folder of before.folders) {
    if (now.folders.has(folder)) continue
    for await (const { key } of media.list(folder)) await media.remove(key)
  }
}
