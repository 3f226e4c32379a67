import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, type ZipFile, openPromise } from 'yauzl'
import { IMPORT } from '#contract/limits.ts'
import { isHidden, isPicture, isTable, isZip } from '#rules/import/file-kinds.ts'
import { UnreadableTable } from './table.ts'

const MIB = 2 ** 20
/** Bytes of a part when unpacked. */
const MOST_UNPACKED = 500 * MIB
/** A part this many times larger than its packed bytes hides something. Real sheets stay below 100. */
const HIGHEST_RATIO = 200
/** Small parts may be anything. */
const SMALL = 10 * MIB

const PASSWORD = 'The file is protected by a password. Save it without one.'

function refuse(entry: Entry, most: number) {
  const { fileName, uncompressedSize, compressedSize } = entry
  if (entry.isEncrypted()) throw new UnreadableTable(PASSWORD)
  const isBomb = uncompressedSize > SMALL && uncompressedSize > compressedSize * HIGHEST_RATIO
  if (uncompressedSize <= most && !isBomb) return
  const size = `${Math.ceil(uncompressedSize / MIB).toLocaleString('en')} MiB`
  throw new UnreadableTable(
    `The file is too large when unpacked (${size} in ${fileName}, at most ${most / MIB} MiB). Save the sheet as several files.`,
  )
}

/** Opens a zip file for the time of `use`. @throws {UnreadableTable} */
async function* withZip<T>(path: string, use: (zip: ZipFile) => AsyncIterable<T>): AsyncGenerator<T> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { autoClose: false })
    yield* use(zip)
  } catch (error) {
    // The disk is full.
    if (error instanceof UnreadableTable || (error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw new UnreadableTable('The file is damaged or cut off. Copy it again from where it comes.', { cause: error })
  } finally {
    zip?.close()
  }
}

/** The names of the files in a zip file. */
export async function listParts(path: string): Promise<string[]> {
  const names: string[] = []
  for await (const { fileName } of withZip(path, (zip) => zip.eachEntry())) names.push(fileName)
  return names
}

/** Unpacks one file of a zip file as it is read; nothing if there is none. yauzl ends it where it is larger than the zip file says. @throws {UnreadableTable} */
export const readPart = (path: string, name: string, most = MOST_UNPACKED): AsyncGenerator<Buffer> =>
  withZip(path, async function* (zip) {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== name) continue
      refuse(entry, most)
      yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>
      return
    }
  })

/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
/** A path of a file in a folder, with `/`, that can be kept on any disk; undefined if it cannot. */
export function cleanPath(written: string): string | undefined {
  const path = written.normalize('NFC').replaceAll('\\', '/')
  const parts = path.split('/')
  const isBad = (part: string) =>
    ['', '.', '..'].includes(part) || DEVICE.test(part) || Buffer.byteLength(part) > IMPORT.nameBytes
  return parts.length > IMPORT.depth || parts.some(isBad) || /\p{C}|^[a-z]:/iu.test(path) ? undefined : path
}

/** True for a zip file of tables and pictures, and not for a spreadsheet, which is one itself, or a Shapefile or KML alone. */
export async function isZippedFolder(path: string): Promise<boolean> {
  if (!isZip(path)) return false
  const names = await listParts(path)
  return (
    !names.some((name) => /^(?:\[Content_Types\]|content)\.xml$/.test(name)) &&
    names.some((name) => !isHidden(name) && (isPicture(name) || (isTable(name) && !/\.(?:shp|kml)$/i.test(name))))
  )
}

/** Unpacks a zip file into a new folder, where so many bytes are free. @throws {UnreadableTable} with a sentence, before anything large is written. */
export async function unpackFolder(
  zipFile: string,
  folder: string,
  { free, onFile }: { free: number; onFile: (path: string) => void },
): Promise<void> {
  const most = Math.min(free, IMPORT.bytes)
  let [files, bytes, packed] = [0, 0, 0]
  for await (const entry of withZip(zipFile, (zip) => zip.eachEntry())) {
    if (entry.isEncrypted()) throw new UnreadableTable(PASSWORD)
    files += 1
    bytes += entry.uncompressedSize
    if (files > IMPORT.files)
      throw new UnreadableTable(`There are more than ${IMPORT.files} files in it. Send it in parts.`)
    packed += entry.compressedSize
    if (bytes > most || (bytes > MOST_UNPACKED && bytes > packed * HIGHEST_RATIO))
      throw new UnreadableTable('It is too large when unpacked. Send it in parts.')
  }
  const unpacked = withZip(zipFile, async function* (zip) {
    for await (const entry of zip.eachEntry()) {
      const path = cleanPath(entry.fileName)
      if (entry.fileName.endsWith('/') || isHidden(entry.fileName)) continue
      if (path === undefined) throw new UnreadableTable(`“${entry.fileName}” in it cannot be kept under that name.`)
      await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(join(folder, path), { mode: 0o600 }))
      yield path
    }
  })
  for await (const path of unpacked) onFile(path)
}
