import { type Entry, type ZipFile, openPromise } from 'yauzl'
import { UnreadableTable } from './table.ts'

const MIB = 2 ** 20
/** Bytes of a part when unpacked. */
const MOST_UNPACKED = 500 * MIB
/** A part this many times larger than its packed bytes hides something. Real sheets stay below 100. */
const HIGHEST_RATIO = 200
/** Small parts may be anything. */
const SMALL = 10 * MIB

function refuse(entry: Entry, most: number) {
  const { fileName, uncompressedSize, compressedSize } = entry
  if (entry.isEncrypted()) throw new UnreadableTable('The file is protected by a password. Save it without one.')
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
    if (error instanceof UnreadableTable) throw error
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
