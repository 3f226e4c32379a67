import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { openBucket } from '#s3/bucket.ts'
import type { S3Settings } from '#s3/settings.ts'
import type { MediaLocation } from './open-media-store.ts'
import { writeAtomically } from './removal.ts'

const mediaIdentity = v.object({
  /** `archive_state.archive` of the database that these originals belong to. */
  archive: v.string(),
  generation: v.pipe(v.number(), v.integer()),
  /** The generation that the database was about to get when this was written; it may have it by now. */
  pending: v.optional(v.pipe(v.number(), v.integer())),
  /** There in the target of a move (server/move), until a server has opened it. */
  moved: v.optional(v.unknown()),
})
export type MediaIdentity = v.InferOutput<typeof mediaIdentity>

/** In the root of the media folder. */
export const IDENTITY_FILE = 'archive.json'

/** The identity is written within a transaction of the database: a store that is away holds it up for some seconds only. */
const PATIENCE = { attempts: 3, timeout: 5_000 }
const bucketOf = (s3: S3Settings) => openBucket(s3, PATIENCE)

/** Which archive the originals belong to, in a folder or a bucket; undefined where nothing says so. @throws where it can't be read or is damaged. */
export async function readIdentity({ mediaDir, s3 }: MediaLocation): Promise<MediaIdentity | undefined> {
  const path = join(mediaDir, IDENTITY_FILE)
  const bytes = s3
    ? await bucketOf(s3).read(IDENTITY_FILE)
    : await readFile(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
  return bytes && v.parse(mediaIdentity, JSON.parse(bytes.toString()))
}

/** Replaces it atomically and durably. */
export async function writeIdentity({ mediaDir, s3 }: MediaLocation, identity: MediaIdentity): Promise<void> {
  const text = `${JSON.stringify(identity)}\n`
  const headers = { 'content-type': 'application/json' }
  if (s3) return void (await bucketOf(s3).put(IDENTITY_FILE, Buffer.from(text), { headers }))
  await mkdir(mediaDir, { recursive: true })
  await writeAtomically(join(mediaDir, IDENTITY_FILE), (temporary) =>
    writeFile(temporary, text, { flag: 'wx', mode: 0o600, flush: true }),
  )
}
