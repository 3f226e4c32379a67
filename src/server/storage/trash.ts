import { userInfo } from 'node:os'
import * as v from 'valibot'
import { storageFailure } from '../errors/storage-failure.ts'
import type { OnStep } from './removal.ts'

/** Suffix of the record beside every file in the trash: what it was and why it is here. */
export const RECORD_ENDING = '.why.json'

const trashRecord = v.object({
  /** Key in the media store. */
  key: v.string(),
  /** When it was moved here, and why (a sentence). */
  at: v.pipe(v.string(), v.isoTimestamp()),
  why: v.string(),
  /** Its former path. */
  from: v.string(),
  bytes: v.number(),
  /** Database rows that are restored with it: of a picture, or of an old map with its control points. */
  rows: v.optional(
    v.array(v.object({ table: v.picklist(['original', 'overlay']), row: v.record(v.string(), v.any()) })),
    [],
  ),
  /** Rows only: another layer still shows the picture. */
  rowsOnly: v.optional(v.boolean(), false),
})
export type TrashRecord = v.InferOutput<typeof trashRecord>
export type TrashReason = Pick<TrashRecord, 'why'> & Partial<Pick<TrashRecord, 'rows'>>

/** An original in the trash. `id` is its path there, `DATE/KEY`. */
export interface TrashEntry extends TrashRecord {
  id: string
}

/** Why something can't be done with the trash, for the person at the terminal. */
export class TrashRefused extends Error {}

const isFull = (error: unknown) => storageFailure(error) === 'full'

/** The key of an id: without its date and the number that tells two of one day apart. */
const keyOf = (id: string) => id.slice(id.indexOf('/') + 1).replace(/~\d+(\.[^./]+)$/, '$1')
const numbered = (key: string, number: number) => (number === 1 ? key : key.replace(/(\.[^./]+)$/, `~${number}$1`))

/** The media store that files go back to. */
interface RestoreTarget {
  size(key: string): Promise<number | undefined>
  sha256(key: string): Promise<string | undefined>
  touch(key: string): Promise<boolean>
  putFile(key: string, path: string, options?: { immutable: boolean }): Promise<void>
}

/** Where a trash keeps its files and their records: a folder, or a folder of a bucket. */
export interface TrashFiles {
  /** For people: the place of all of it, of an entry, and of the log. */
  folder: string
  pathOf(id: string): string
  log: string
  /** Undefined where there is no such file. */
  stat(id: string): Promise<{ bytes: number; modified: number } | undefined>
  /** Writes a record exclusively, so that two programs never take the same id. False where it is taken. */
  writeRecord(id: string, text: string): Promise<boolean>
  /** Empty where there is none. */
  readRecord(id: string): Promise<string>
  /** Of files and of records. */
  ids(): Promise<string[]>
  /** Moves an original here. After a crash it is in one place or in both. */
  moveHere(from: string, id: string, onStep?: OnStep): Promise<void>
  bytesOf(from: string): Promise<number>
  sha256(id: string): Promise<string>
  /** Copies the file into the media store. */
  putBack(media: RestoreTarget, id: string, key: string): Promise<void>
  /** Removes a file and its record for good. */
  remove(id: string): Promise<void>
  /** @param line JSON with the time, `at`. */
  appendLog(line: string): Promise<void>
  readLog(): Promise<string>
}

/** The trash for originals that nothing references: `DATE/KEY`, each with a record beside it. Only a person empties it. */
export function createTrash(files: TrashFiles, { onStep }: { onStep?: OnStep | undefined } = {}) {
  const { folder, pathOf } = files

  /** Reserves a free id of today by writing its record. */
  async function reserve(record: TrashRecord, name = record.key): Promise<string> {
    for (let number = 1; ; number += 1) {
      const id = `${record.at.slice(0, 10)}/${numbered(name, number)}`
      if (!(await files.stat(id)) && (await files.writeRecord(id, JSON.stringify(record)))) return id
    }
  }

  async function entry(id: string): Promise<TrashEntry | undefined> {
    const [file, text] = await Promise.all([files.stat(id), files.readRecord(id)])
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), trashRecord), text)
    if (!file && !(read.success && read.output.rowsOnly)) return undefined
    if (read.success) return { id, ...read.output, bytes: file?.bytes ?? 0 }
    const { modified, bytes } = file!
    const why = 'Its record cannot be read.'
    return { id, key: keyOf(id), at: new Date(modified).toISOString(), why, from: '', bytes, rows: [], rowsOnly: false }
  }

  /** Appends to the permanent log of what left the trash. */
  const writeLog = (line: object) => files.appendLog(JSON.stringify(line))
  const logLine = (action: 'emptied' | 'restored', { rows, rowsOnly: _, ...entryFields }: TrashEntry) => ({
    ...{ at: new Date().toISOString(), action, by: userName() },
    trashed: { ...entryFields, ...(rows.length > 0 && { rows }) },
  })

  return {
    folder,
    pathOf,
    log: files.log,
    /** What has left the trash, oldest first: a line of JSON each. */
    readLog: files.readLog,
    async addToLog(lines: string): Promise<void> {
      const there = new Set((await files.readLog()).split('\n'))
      for (const line of lines.split('\n')) if (line !== '' && !there.has(line)) await files.appendLog(line)
    },
    /** Moves the file at `from` into the trash. After a crash it is in one of the two places. @throws where there is no room for its record. */
    async add(from: string, key: string, { why, rows = [] }: TrashReason): Promise<TrashEntry> {
      const bytes = await files.bytesOf(from)
      const record = { key, at: new Date().toISOString(), why, from, bytes, rows, rowsOnly: false }
      const id = await reserve(record)
      onStep?.('recorded')
      try {
        await files.moveHere(from, id, onStep)
      } catch (error) {
        // Another program may have been faster; what arrived here stays.
        if (!(await files.stat(id))) await files.remove(id)
        throw error
      }
      return { id, ...record }
    },
    /** Stores rows whose picture stays in place: control points of a map whose scan another layer shows. */
    async addRows(key: string, { why, rows = [] }: TrashReason): Promise<TrashEntry> {
      const record = { key, at: new Date().toISOString(), why, from: '', bytes: 0, rows, rowsOnly: true }
      return { id: await reserve(record, `rows/${key}`), ...record }
    },
    /** Removes rows that are stored elsewhere after all. */
    async removeRows({ id, rowsOnly }: TrashEntry): Promise<void> {
      if (rowsOnly) await files.remove(id)
    },
    /** All entries, oldest first. */
    async list(): Promise<TrashEntry[]> {
      const ids = (await files.ids()).filter((id) => /^\d{4}-\d\d-\d\d\//.test(id))
      const entries = await Promise.all([...new Set(ids)].sort().map(entry))
      return entries.filter((each) => each !== undefined).sort((a, b) => a.at.localeCompare(b.at))
    },
    /** Restores the file under its key; the copy here stays until `removeRestored`. @throws {TrashRefused} where another file has that key. */
    async restoreFile(media: RestoreTarget, { id, key, rowsOnly }: TrashEntry): Promise<void> {
      if (rowsOnly) return
      const there = await media.size(key)
      // A power cut may leave an empty file.
      if (there && (await media.sha256(key)) !== (await files.sha256(id))) {
        throw new TrashRefused(
          `There is another file at ${key}. One of the two is damaged: compare them. The one in the trash stays at ${pathOf(id)}.`,
        )
      }
      if (!there) await files.putBack(media, id, key)
      await media.touch(key)
      onStep?.('put back')
      if ((await media.size(key)) !== (await files.stat(id))?.bytes)
        throw new Error(`${key} could not be restored completely.`)
    },
    async removeRestored(trashed: TrashEntry): Promise<void> {
      await writeLog(logLine('restored', trashed))
      onStep?.('logged')
      await files.remove(trashed.id)
    },
    /** Deletes entries for good and logs each. Only on a person's order. */
    async empty(entries: readonly TrashEntry[]): Promise<void> {
      for (const trashed of entries) {
        const line = logLine('emptied', trashed)
        try {
          await writeLog(line)
          onStep?.('logged')
          await files.remove(trashed.id)
        } catch (error) {
          if (!isFull(error)) throw error
          // On a full disk there is no room for the log line before the file is gone.
          await files.remove(trashed.id)
          await writeLog(line)
        }
      }
    },
  }
}
export type Trash = ReturnType<typeof createTrash>

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? '?'}`
  }
}
