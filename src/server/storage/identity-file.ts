import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
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

/** Which archive the originals belong to; undefined without a file. @throws where the file can't be read. */
export function readMediaIdentity(mediaDir: string): MediaIdentity | undefined {
  let text
  try {
    text = readFileSync(join(mediaDir, IDENTITY_FILE), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return parseIdentity(text)
}

/** @throws where it is damaged. */
export const parseIdentity = (text: string): MediaIdentity => v.parse(mediaIdentity, JSON.parse(text))
export const identityText = (identity: MediaIdentity): string => `${JSON.stringify(identity)}\n`

/** Replaces the file atomically and durably. */
export async function writeMediaIdentity(mediaDir: string, identity: MediaIdentity): Promise<void> {
  await mkdir(mediaDir, { recursive: true })
  await writeAtomically(join(mediaDir, IDENTITY_FILE), (temporary) =>
    writeFile(temporary, identityText(identity), { flag: 'wx', mode: 0o600, flush: true }),
  )
}
