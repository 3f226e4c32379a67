import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { ArchiveDatabase } from '../database/archive-database.ts'
import { SqliteEngine } from '../database/dialects/sqlite.ts'
import { readIdMarks } from '../database/id-marks.ts'
import { KNOWN_MIGRATIONS } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { countRows } from '../database/table-names.ts'
import type { RestorePaths } from '../database/restore-swap.ts'
import {
  BackupRefused,
  DATABASE_FILE,
  DUMP_FILE,
  TABLE_FILE,
  damagedBackup,
  newerBackup,
  type Manifest,
  requireIntegrity,
} from './format.ts'
import type { Dump } from './load-tables.ts'
import { isDumped, readParts, readTables, type Part } from './table-rows.ts'
import { stagedFile, type UnpackedFiles } from './unpack.ts'

/** The tables of an unpacked backup, and the last migration of their database. */
interface BackupDump extends Dump {
  migration: string
}

/** Opens the tables of a backup of any format. @throws {BackupRefused} for one of a newer version. */
export async function openDump(
  files: UnpackedFiles,
  { format, program, migration, ids, counts }: Manifest,
  places: RestorePaths,
): Promise<BackupDump> {
  const marks = new Map(Object.entries(ids))
  const dump = (last: string, parts: AsyncIterable<Part>): BackupDump => {
    if (!KNOWN_MIGRATIONS.includes(last)) throw newerBackup(`version ${program}`)
    return { migration: last, parts, marks: () => marks }
  }
  if (format === 3) {
    const file = stagedFile(places, DUMP_FILE)
    const names: string[] = []
    for await (const { row } of copiedRows(file, marks, '--table=kysely_migration')) names.push(String(row['name']))
    return dump(names.sort().at(-1) ?? '', partsOfDump(file, marks))
  }
  if (format < 3) {
    const file = stagedFile(places, DATABASE_FILE)
    if (!files.has(DATABASE_FILE)) throw damagedBackup()
    const opened = dump(await checkSqlite(file, counts), partsOfSqlite(file, marks))
    return { ...opened, migration: KNOWN_MIGRATIONS.at(-1)! }
  }
  const paths = [...files.keys()].filter((path) => TABLE_FILE.test(path))
  return dump(migration, stagedParts(places, paths))
}

async function* stagedParts(places: RestorePaths, paths: readonly string[]): AsyncGenerator<Part> {
  for (const path of paths) {
    const lines = await readFile(stagedFile(places, path), 'utf8')
    yield { table: TABLE_FILE.exec(path)![1]!, rows: lines.split('\n').length - 1, text: lines }
  }
}

/** Returns its last migration. @throws {BackupRefused} where it is damaged. */
async function checkSqlite(file: string, counts: Manifest['counts']): Promise<string> {
  try {
    await using db = new ArchiveDatabase(new SqliteEngine(new DatabaseSync(file, { readOnly: true }), file))
    await requireIntegrity(db, 'The database of the backup', 'Nothing was changed.')
    const last = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
    for (const [table, rows] of Object.entries(counts)) if ((await countRows(db, table)) !== rows) throw damagedBackup()
    return last.rows[0]?.name ?? ''
  } catch (error) {
    // SQLite can't read it.
    throw (error as { errcode?: number }).errcode === undefined ? error : damagedBackup(error)
  }
}

/** Brings the file to this version first. */
async function* partsOfSqlite(file: string, marks: Map<string, number>): AsyncGenerator<Part> {
  await using db = await openDatabase(file, { alone: true })
  for (const table of await readTables(db)) yield* readParts(db, table)
  for (const [name, mark] of await readIdMarks(db)) marks.set(name, mark)
}

/** Rows of a dump at once. */
const BATCH = 1000

async function* partsOfDump(file: string, marks: Map<string, number>): AsyncGenerator<Part> {
  let table = ''
  let lines: string[] = []
  const part = () => ({ table, rows: lines.length, text: lines.map((line) => `${line}\n`).join('') })
  for await (const copied of copiedRows(file, marks)) {
    if (!isDumped(copied.table)) continue
    if (lines.length > 0 && (copied.table !== table || lines.length === BATCH)) {
      yield part()
      lines = []
    }
    table = copied.table
    lines.push(JSON.stringify(copied.row))
  }
  if (lines.length > 0) yield part()
}

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const valueOf = (field: string) =>
  field === String.raw`\N` ? null : field.replace(/\\(.)/g, (_, character: string) => ESCAPED[character] ?? character)

/** The rows that `pg_restore` reads from a dump, as PostgreSQL's COPY writes them: values as text, which both databases take. */
async function* copiedRows(file: string, marks: Map<string, number>, ...words: string[]) {
  // English messages, whatever the language of the machine.
  const child = spawn('pg_restore', ['--data-only', '--schema=public', '--file=-', ...words, file], {
    ...{ stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, LC_ALL: 'C' } },
  })
  const said = text(child.stderr!).catch(() => '')
  const ended = once(child, 'close').catch((error: unknown) => [error])
  let copied: { table: string; columns: string[] } | undefined
  for await (const line of linesOf(child.stdout!)) {
    if (copied && line !== String.raw`\.`) {
      const fields = line.split('\t').map(valueOf)
      const row = Object.fromEntries(copied.columns.map((column, i) => [column, fields[i]!]))
      yield { table: copied.table, row }
      continue
    }
    const [, table, list = ''] = /^COPY public\."?(\w+)"? \((.*)\) FROM stdin;$/.exec(line) ?? []
    copied = table === undefined ? undefined : { table, columns: list.replaceAll('"', '').split(', ') }
    const [, name, mark] = /setval\('public\.(\w+)_id_seq', (\d+)/.exec(line) ?? []
    if (name !== undefined) marks.set(name, Number(mark))
  }
  const [code] = await ended
  if (code === 0) return
  if ((code as NodeJS.ErrnoException | null)?.code !== 'ENOENT')
    throw new BackupRefused(`pg_restore failed: ${(await said).trim().slice(0, 500)} Nothing was changed.`)
  throw new BackupRefused(
    'This backup was made by an earlier version of Lotline on PostgreSQL. Restoring it takes the program pg_restore, which is not installed on this machine: on Debian and Ubuntu it is in the package postgresql-client. Nothing was changed.',
  )
}

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}
