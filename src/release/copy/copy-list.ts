import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CopyRefused, onDisk } from './copy-errors.ts'

/** In a copy: what was written there, a JSON object a line. While a run writes, it adds a line before and after each file. */
export const LIST_FILE = '.lotline-copy.jsonl'

export interface CopiedFile {
  /** In bytes. */
  size: number
  /** 64 hexadecimal digits. */
  sha256: string
  version?: string
}
type Line = { holds: string } | ({ path: string } & Partial<CopiedFile>) | { finished: string }
export const listText = (line: Line): string => `${JSON.stringify(line)}\n`

export interface CopyList {
  /** Which kind of copy it is. */
  holds: string
  /** False where the last run was interrupted: what the list says of a file may be wrong. */
  finished: boolean
  /** By path. Size and checksum are missing where it was being written. */
  files: Map<string, Partial<CopiedFile>>
}

/** Undefined where the folder has no list. @throws {CopyRefused} where it can't be read. */
export async function readCopyList(folder: string): Promise<CopyList | undefined> {
  const lines = await readFile(join(folder, LIST_FILE), 'utf8').catch(async (error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : await onDisk(folder, Promise.reject<never>(error)),
  )
  if (lines === undefined) return undefined
  const list: CopyList = { holds: '', finished: false, files: new Map() }
  // The last line has no end where a run was interrupted.
  const whole = lines.split('\n').filter((each) => each.startsWith('{') && each.endsWith('}'))
  // Cut off in its first line: nothing was written yet.
  if (whole.length === 0 && /^\n?\{[^\n]*$/.test(lines)) return undefined
  for (const text of whole) {
    const line = JSON.parse(text) as Line
    list.finished = 'finished' in line
    if ('holds' in line) list.holds = line.holds
    else if ('path' in line) list.files.set(line.path, line)
  }
  if (list.holds) return list
  throw new CopyRefused(`The file ${LIST_FILE} in ${folder} can't be read. Make the copy into an empty folder.`)
}
