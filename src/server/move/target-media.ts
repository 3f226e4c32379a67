import { TRASH, type MediaObjects } from '../backup/copy-media.ts'
import { BackupRefused } from '../backup/format.ts'
import { MOVING } from '../identity/compare-identities.ts'
import { ORIGINAL_FOLDERS } from '../storage/keys.ts'
import { readIdentity, writeIdentity } from '../storage/media-identity.ts'
import { mediaPlace } from '../storage/open-media-store.ts'
import type { MovedState } from './target-database.ts'

/** What is moved. */
export const FOLDERS: readonly string[] = [...ORIGINAL_FOLDERS, 'derivatives']

/** Checks the place to move media to and takes it. @throws {BackupRefused} @throws {S3Error} */
export async function openTargetMedia(to: MediaObjects, { archive }: MovedState, trash = false): Promise<void> {
  const place = mediaPlace(to.place)
  await to.store.check()
  const identity = await readIdentity(to.place)
  if (identity && identity.archive !== archive)
    throw new BackupRefused(
      `${place} holds the pictures of another archive (${identity.archive}; this one is ${archive}). Move into an empty place.`,
    )
  // A move that has finished is known until a server has opened it.
  if (identity && identity.generation !== MOVING && identity.moved === undefined)
    throw new BackupRefused(`${place} holds pictures of this archive already. Move into an empty place.`)
  // A trash in DATA_DIR may be that of the archive itself.
  if (!identity) await requireEmpty(to, trash && to.place.s3 ? [...FOLDERS, TRASH] : FOLDERS)
  await writeIdentity(to.place, { archive, generation: MOVING })
}

async function requireEmpty(to: MediaObjects, folders: readonly string[]): Promise<void> {
  let found = 0
  let first: string | undefined
  for (const folder of folders)
    for await (const { key } of to.list(folder)) {
      found += 1
      first ??= key
    }
  if (first === undefined) return
  throw new BackupRefused(
    `${mediaPlace(to.place)} is not empty: it holds ${found} files, such as ${first}. Move into an empty place.`,
  )
}

/** From now on the media may be opened with the database of this generation. */
export const finishTargetMedia = (to: MediaObjects, { archive, generation }: MovedState) =>
  writeIdentity(to.place, { archive, generation, moved: true })
