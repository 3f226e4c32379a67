import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import * as v from 'valibot'
import { flushFolder, moveOriginal, removeTrashed, sha256Of, type OnStep } from './removal.ts'
import { UNFINISHED } from './keys.ts'
import type { MediaStore } from './media-store.ts'

/** Suffix of the record beside every file in the trash: what it was and why it is here. */
const RECORD_ENDING = '.why.json'
const LOG = 'log.jsonl'

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

const absent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const alreadyExists = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST'
const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC'

/** The key of an id: without its date and the number that tells two of one day apart. */
const keyOf = (id: string) => id.slice(id.indexOf('/') + 1).replace(/~\d+(\.[^./]+)$/, '$1')
const numbered = (key: string, number: number) => (number === 1 ? key : key.replace(/(\.[^./]+)$/, `~${number}$1`))

/** The trash for originals that nothing references: `DATE/KEY`, each with a record beside it. Only a person empties it. */
export function createTrash(folder: string, { onStep }: { onStep?: OnStep | undefined } = {}) {
  const pathOf = (id: string) => join(folder, ...id.split('/'))

  /** Reserves a free id of today by writing its record exclusively, so that two programs never take the same one. */
  async function reserve(record: TrashRecord, name = record.key): Promise<string> {
    for (let number = 1; ; number += 1) {
      const id = `${record.at.slice(0, 10)}/${numbered(name, number)}`
      const path = pathOf(id)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      if (await stat(path).catch(() => undefined)) continue
      try {
        await writeFile(`${path}${RECORD_ENDING}`, JSON.stringify(record), { flag: 'wx', mode: 0o600, flush: true })
        await flushFolder(dirname(path))
        return id
      } catch (error) {
        if (!alreadyExists(error)) {
          await removeTrashed([`${path}${RECORD_ENDING}`], folder)
          throw error
        }
      }
    }
  }

  async function entry(id: string): Promise<TrashEntry | undefined> {
    const path = pathOf(id)
    const [file, text] = await Promise.all([
      stat(path).catch(() => undefined),
      readFile(`${path}${RECORD_ENDING}`, 'utf8').catch(() => ''),
    ])
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), trashRecord), text)
    if (!file && !(read.success && read.output.rowsOnly)) return undefined
    if (read.success) return { id, ...read.output, bytes: file?.size ?? 0 }
    const { mtime, size: bytes } = file!
    const why = 'Its record cannot be read.'
    return { id, key: keyOf(id), at: mtime.toISOString(), why, from: '', bytes, rows: [], rowsOnly: false }
  }

  /** Appends to the permanent log of what left the trash. */
  async function writeLog(line: object): Promise<void> {
    await writeFile(join(folder, LOG), `${JSON.stringify(line)}\n`, { flag: 'a', mode: 0o600, flush: true })
  }
  const logLine = (action: 'emptied' | 'restored', { rows, rowsOnly: _, ...entryFields }: TrashEntry) => ({
    ...{ at: new Date().toISOString(), action, by: userName() },
    trashed: { ...entryFields, ...(rows.length > 0 && { rows }) },
  })
  const removeEntry = (id: string) => removeTrashed([pathOf(id), `${pathOf(id)}${RECORD_ENDING}`], folder)

  return {
    folder,
    pathOf,
    /** Moves the file at `from` into the trash. After a crash it is in one of the two places. @throws where there is no room for its record. */
    async add(from: string, key: string, { why, rows = [] }: TrashReason): Promise<TrashEntry> {
      const { size: bytes } = await stat(from)
      const record = { key, at: new Date().toISOString(), why, from, bytes, rows, rowsOnly: false }
      const id = await reserve(record)
      onStep?.('recorded')
      try {
        await moveOriginal(from, pathOf(id), onStep)
      } catch (error) {
        // Another program may have been faster; what arrived here stays.
        if (!(await stat(pathOf(id)).catch(() => undefined))) await removeEntry(id)
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
      if (rowsOnly) await removeEntry(id)
    },
    /** All entries, oldest first. */
    async list(): Promise<TrashEntry[]> {
      const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
        if (absent(error)) return []
        throw error
      })
      const ids = names
        .filter((file) => file.isFile() && !file.name.endsWith(UNFINISHED))
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
        .filter((id) => /^\d{4}-\d\d-\d\d\//.test(id))
        .map((id) => (id.endsWith(RECORD_ENDING) ? id.slice(0, -RECORD_ENDING.length) : id))
      const entries = await Promise.all([...new Set(ids)].sort().map(entry))
      return entries.filter((each) => each !== undefined).sort((a, b) => a.at.localeCompare(b.at))
    },
    /** Restores the file under its key; the copy here stays until `removeRestored`. @throws {TrashRefused} where another file has that key. */
    async restoreFile(media: MediaStore, { id, key, rowsOnly }: TrashEntry): Promise<void> {
      if (rowsOnly) return
      const path = pathOf(id)
      const there = await media.size(key)
      // A power cut may leave an empty file.
      if (there && (await media.sha256(key)) !== (await sha256Of(path))) {
        throw new TrashRefused(
          `There is another file at ${key}. One of the two is damaged: compare them. The one in the trash stays at ${path}.`,
        )
      }
      if (!there) await media.putFile(key, path, { immutable: true })
      await media.touch(key)
      onStep?.('put back')
      if ((await media.size(key)) !== (await stat(path)).size)
        throw new Error(`${key} could not be restored completely.`)
    },
    /** Removes an entry that was restored. */
    async removeRestored(trashed: TrashEntry): Promise<void> {
      await writeLog(logLine('restored', trashed))
      onStep?.('logged')
      await removeEntry(trashed.id)
    },
    /** Deletes entries for good and logs each. Only on a person's order. */
    async empty(entries: readonly TrashEntry[]): Promise<void> {
      for (const trashed of entries) {
        const line = logLine('emptied', trashed)
        try {
          await writeLog(line)
          onStep?.('logged')
          await removeEntry(trashed.id)
        } catch (error) {
          if (!isFull(error)) throw error
          // On a full disk there is no room for the log line before the file is gone.
          await removeEntry(trashed.id)
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
