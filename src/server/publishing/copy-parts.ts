import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import { UNFINISHED_COPY, type CopyParts } from '#contract/archive-state.ts'
import { listFiles } from '../bundle/bundle-path.ts'
import { addressKey, isAddressKey } from '../storage/address-key.ts'

/** Bytes of a part: FAT32 and old programs hold up to 4 GB; a part that was cut off is sent again as a whole. */
const MOST_BYTES = 1_500_000_000
/** A zip file without extensions holds 65,535. */
const MOST_FILES = 60_000
/** Files that are looked at in one go. */
const AT_ONCE = 200

interface Part {
  files: string[]
  bytes: number
}

/** Divides files into parts, in their order; one that is larger than a part is a part of its own. */
export function divide(files: readonly { file: string; bytes: number }[], most = MOST_BYTES): Part[] {
  const parts: Part[] = []
  for (const { file, bytes } of files) {
    const last = parts.at(-1)
    if (last && last.bytes + bytes <= most && last.files.length < MOST_FILES) {
      last.files.push(file)
      last.bytes += bytes
    } else parts.push({ files: [file], bytes })
  }
  return parts
}

/** Files as a zip file, without compression: pictures are compressed already. */
async function* zipOf(folder: string, files: readonly string[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for (const file of files) {
    const entry = new ZipPassThrough(file)
    zip.add(entry)
    for await (const chunk of createReadStream(join(folder, file))) {
      entry.push(chunk as Buffer)
      yield* ready.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

/** The copy that the state page makes in `folder`, as zip files to download. */
export function createCopyParts(folder: string, secret: string) {
  async function read(): Promise<{ made: Date; parts: Part[] } | undefined> {
    const opening = await stat(join(folder, 'OPEN.html')).catch(() => undefined)
    if (!opening || (await stat(join(folder, UNFINISHED_COPY)).catch(() => undefined))) return undefined
    const names = await listFiles(folder)
    const files: { file: string; bytes: number }[] = []
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const some = names.slice(at, at + AT_ONCE)
      const sizes = await Promise.all(some.map((file) => stat(join(folder, file))))
      files.push(...some.map((file, place) => ({ file, bytes: sizes[place]!.size })))
    }
    return { made: opening.mtime, parts: divide(files) }
  }
  return {
    /** No parts while there is no copy, or while one is being made. */
    async list(): Promise<CopyParts> {
      const copy = await read()
      const key = addressKey(secret, 'copy')
      const parts = (copy?.parts ?? []).map(({ bytes }, at) => ({
        bytes,
        href: `/api/state/copy/${at + 1}/?key=${key}`,
      }))
      return { made_at: copy?.made.toISOString() ?? null, parts }
    },
    /** A part from 1, and what it is called. */
    async open(part: number, key: string): Promise<{ name: string; stream: Readable } | undefined> {
      if (!isAddressKey(secret, 'copy', key)) return undefined
      const copy = await read()
      const found = copy?.parts[part - 1]
      if (!found) return undefined
      const name = `archive-${copy.made.toISOString().slice(0, 10)}-${part}-of-${copy.parts.length}.zip`
      return { name, stream: Readable.from(zipOf(folder, found.files)) }
    },
  }
}
