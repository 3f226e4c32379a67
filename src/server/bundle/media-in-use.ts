import { sql, type Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { MediaStore } from '../media/media-store.ts'
import { originalKey } from '../scans/originals.ts'
import { derivativeFolder } from '../scans/version.ts'

/** What records name in the media store: keys of originals, folders of derivatives. */
export interface MediaInUse {
  originals: Set<string>
  folders: Set<string>
}

export async function mediaInUse(db: Kysely<Tables>): Promise<MediaInUse> {
  const originals = await db.selectFrom('original').select(['sha256', 'format']).execute()
  const scans = await db.selectFrom('scan').select('version').distinct().execute()
  const people = await db.selectFrom('person_image').select('version').distinct().execute()
  return {
    originals: new Set(originals.map(({ sha256, format }) => originalKey(sha256, format))),
    folders: new Set([...scans, ...people].map(({ version }) => derivativeFolder(version))),
  }
}

/** Forgets originals that no scan and no person has any more. Their files go when the change is committed: `removeUnused`. */
export async function forgetUnusedOriginals(db: Kysely<Tables>): Promise<void> {
  await sql`delete from original where sha256 not in (select sha256 from scan)
    and sha256 not in (select sha256 from person_image)`.execute(db)
}

/** Removes what was named before and no longer is; files that came meanwhile (an upload under way) are left alone. */
export async function removeUnused(media: MediaStore, before: MediaInUse, now: MediaInUse): Promise<void> {
  for (const key of before.originals) if (!now.originals.has(key)) await media.remove(key)
  for (const folder of before.folders) {
    if (now.folders.has(folder)) continue
    for await (const { key } of media.list(folder)) await media.remove(key)
  }
}
