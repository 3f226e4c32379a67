import { hash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { PICTURE } from '#contract/picture-messages.ts'
import { readIfThere } from '#release/deploy/target.ts'
import type { ReadApi } from '#release/media/site-media-files.ts'
import { nearestWidth } from '#rules/media/pictures.ts'
import { parseMediaPath } from '#rules/media/read-address.ts'
import type { Config } from '#server/config.ts'
import { createPictureProcess } from '#server/scans/picture-process.ts'
import type { PictureWork } from '#server/scans/picture-work.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { originalKey } from '#server/storage/keys.ts'
import { derivativeFolder, derivativeKey, pictureVersion } from '#server/storage/picture-keys.ts'
import type { FetchPicture } from '#snapshot/fetch-pictures.ts'

const size = v.pipe(v.number(), v.integer(), v.minValue(1))
/** What is known of an address: the picture there when it was fetched last. */
const known = v.object({
  etag: v.nullable(v.string()),
  sha256: v.string(),
  format: v.string(),
  width: size,
  height: size,
})
type Known = v.InferOutput<typeof known>

/** In DATA_DIR. */
const FOLDER = 'fetched'
/** Milliseconds: a server that sends no ETag is asked for a picture again after four weeks. */
const KEPT = 4 * 7 * 24 * 60 * 60_000
/** Milliseconds that a picture may take. */
export const LONGEST = 120_000
/** After so many failures in a row the server is left alone. */
export const FAILURES = 10

/** Pictures of another kind of server, as a media store in DATA_DIR/fetched. All of it can be fetched again. */
export interface FetchedPictures {
  fetchPicture: FetchPicture
  /** Sizes of fetched pictures, made when they are first read; anything else from `readApi`. */
  reading(readApi: ReadApi): ReadApi
  /** Addresses whose picture could not be had, and why. */
  missing: string[]
  /** Removes pictures that were not asked for: the server has withdrawn them. */
  forgetOthers(): Promise<void>
  close(): Promise<void>
}

export function openFetched(
  { dataDir, scans: limits }: Pick<Config, 'dataDir' | 'scans'>,
  api: string,
  pictures: Pick<PictureWork, 'inspect' | 'ensure' | 'close'> = createPictureProcess({
    mediaDir: join(dataDir, FOLDER),
    s3: undefined,
    limits,
  }),
): FetchedPictures {
  const folder = join(dataDir, FOLDER)
  const notes = join(folder, 'addresses')
  const media = createFolderStore(folder)
  const asked = new Set<string>()
  const missing: string[] = []
  let failures = 0
  const noteOf = (address: string) => join(notes, `${hash('sha256', address).slice(0, 32)}.json`)
  const shown = ({ sha256, width, height }: Known) => ({ width, height, version: pictureVersion(sha256, undefined) })

  async function readKnown(note: string): Promise<Known | undefined> {
    try {
      const found = v.parse(known, JSON.parse(String(await readIfThere(note))))
      return (await media.size(originalKey(found.sha256, found.format))) ? found : undefined
    } catch {
      // None yet, or cut off by a power cut.
      return undefined
    }
  }

  /** Undefined where the server has none. @throws where it can't be had, or is none that would be accepted as an upload. */
  async function ask(address: string, earlier: Known | undefined): Promise<Known | undefined> {
    const headers = { accept: 'image/*', ...(earlier?.etag && { 'if-none-match': earlier.etag }) }
    const signal = AbortSignal.timeout(LONGEST)
    const answer = await fetch(address, { headers, signal })
    if (answer.status === 304 && earlier) return earlier
    if ([400, 401, 403, 404, 410].includes(answer.status)) return void (await answer.body?.cancel())
    if (!answer.ok || !answer.body) throw new Error(`The server answered ${answer.status}`)
    const path = join(folder, `${randomUUID()}.part`)
    try {
      await pipeline(answer.body, limitBytes(limits.maximumBytes), createWriteStream(path), { signal })
      const { sha256, format, width, height } = await pictures.inspect(path)
      await media.putFile(originalKey(sha256, format), path, { immutable: true })
      return { etag: answer.headers.get('etag'), sha256, format, width, height }
    } finally {
      await rm(path, { force: true })
    }
  }

  async function fetchPicture(address: string) {
    const note = noteOf(address)
    asked.add(note)
    const earlier = await readKnown(note)
    const age = earlier?.etag === null ? Date.now() - (await stat(note)).mtimeMs : Infinity
    if (earlier && (age < KEPT || failures >= FAILURES)) return shown(earlier)
    try {
      if (failures >= FAILURES) throw new Error('The server does not answer')
      const found = await ask(address, earlier)
      failures = 0
      if (!found) {
        asked.delete(note)
        // Nobody knows before whether a person has a portrait.
        if (!address.includes('/people/')) missing.push(`${address}: The server has no picture`)
        return null
      }
      if (found !== earlier) await writeFile(note, JSON.stringify(found))
      return shown(found)
    } catch (problem) {
      failures += 1
      if (earlier) return shown(earlier)
      missing.push(`${address}: ${(problem as Error).message}`)
      return null
    }
  }

  return {
    async fetchPicture(address) {
      await mkdir(notes, { recursive: true })
      return await fetchPicture(address)
    },
    reading: (readApi) => async (address) => {
      const { pathname, searchParams } = new URL(address, api)
      const file = parseMediaPath(pathname)
      if (!file) return await readApi(address)
      const { kind, id, format } = file
      const found = await readKnown(noteOf(`${api}/api/${kind === 'scan' ? 'scan/image' : 'people/images'}/${id}/`))
      const version = found && pictureVersion(found.sha256, undefined)
      if (!version || version !== searchParams.get('v')) return await readApi(address)
      await pictures.ensure({ ...found, watermark: undefined }, [format])
      return await media.read(derivativeKey(version, nearestWidth(found.width, format, file.width), format))
    },
    missing,
    async forgetOthers() {
      const there = (await readdir(notes).catch(() => [])).map((name) => join(notes, name))
      const stay = new Set<string>()
      for (const note of there) if (asked.has(note)) stay.add((await readKnown(note))?.sha256 ?? '')
      for (const note of there) {
        if (asked.has(note)) continue
        const gone = await readKnown(note)
        await rm(note)
        if (!gone || stay.has(gone.sha256)) continue
        await rm(join(folder, derivativeFolder(pictureVersion(gone.sha256, undefined))), {
          recursive: true,
          force: true,
        })
        await rm(join(folder, originalKey(gone.sha256, gone.format)), { force: true })
      }
    },
    close: () => pictures.close(),
  }
}

/** @throws once more have passed than an upload may have. */
export function limitBytes(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      done(bytes > most ? new Error(PICTURE.bytes(bytes, most)) : null, chunk)
    },
  })
}
