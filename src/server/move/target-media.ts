import { BackupRefused } from '../backup/format.ts'
import { MEDIA_PARTS, TRASH, type MediaObjects } from '../backup/media-objects.ts'
import { MOVING } from '../identity/compare-identities.ts'
import type { MovedPart } from '../storage/identity-file.ts'
import { readIdentity, writeIdentity } from '../storage/media-identity.ts'
import { mediaPlace } from '../storage/open-media-store.ts'
import type { MovedState } from './target-database.ts'

/** Checks the place to move media to and takes it. Returns what an earlier run has proven. @throws {BackupRefused} @throws {S3Error} */
export async function openTargetMedia(
  to: MediaObjects,
  { archive }: MovedState,
  trash = false,
): Promise<Record<string, MovedPart>> {
  const place = mediaPlace(to.place)
  await to.store.check()
  const identity = await readIdentity(to.place)
  if (identity && identity.archive !== archive)
    throw new BackupRefused(
      `${place} holds the pictures of another archive (${identity.archive}; this one is ${archive}). Move into an empty place.`,
    )
  // A move that has finished is known until a server has opened it.
  if (identity && identity.generation !== MOVING && !identity.moved)
    throw new BackupRefused(`${place} holds pictures of this archive already. Move into an empty place.`)
  if (!identity) await requireEmpty(to, place, trash)
  const moved = identity?.moved ?? {}
  await markUnfinished(to, archive, moved)
  return moved
}

export const markUnfinished = (to: MediaObjects, archive: string, moved: Record<string, MovedPart>) =>
  writeIdentity(to.place, { archive, generation: MOVING, moved })

async function requireEmpty(to: MediaObjects, place: string, trash: boolean): Promise<void> {
  let found = 0
  let first: string | undefined
  // A trash in DATA_DIR may be that of the archive itself.
  for (const part of [...MEDIA_PARTS, ...(trash && to.place.s3 ? [TRASH] : [])]) {
    const keys = [...(await to.sizes(part)).keys()]
    found += keys.length
    first ??= keys[0]
  }
  if (first === undefined) return
  throw new BackupRefused(`${place} is not empty: it holds ${found} files, such as ${first}. Move into an empty place.`)
}

/** From now on the media may be opened with the database of this generation. */
export const finishTargetMedia = (
  to: MediaObjects,
  { archive, generation }: MovedState,
  moved: Record<string, MovedPart>,
) => writeIdentity(to.place, { archive, generation, moved })
