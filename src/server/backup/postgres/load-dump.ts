import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { KNOWN_MIGRATIONS } from '../../database/migrate.ts'
import { BackupRefused, type Manifest } from '../format.ts'
import { damagedBackup, newerBackup } from '../unpack.ts'
import { MOVING } from '../../identity/compare-identities.ts'
import { databaseArguments, startProgram } from './client-programs.ts'

/** What a check of the restored rows says where it fails. */
const CHECK = 'Lotline: the backup names other '

const MIGRATIONS = 'migrations'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const text = (value: string) => `'${value.replaceAll("'", "''")}'`

interface Load {
  address: string
  dump: string
  manifest: Manifest
  /** The schema that takes what is in the database now; undefined where that is empty. */
  keptSchema: string | undefined
}

/**
 * Loads a dump by `pg_restore` and `psql` in one transaction, which also puts the present archive aside and checks the rows: all of it happens, or nothing. The
 * database is then that of an unfinished move, which nothing opens. @throws {BackupRefused}
 */
export async function loadDump({ address, dump, manifest, keptSchema }: Load): Promise<void> {
  const { argument, environment } = databaseArguments(address)
  const psql = startProgram('psql', ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1', argument], {
    ...{ stdio: ['pipe', 'ignore', 'pipe'], env: environment },
  })
  const restore = startProgram('pg_restore', ['--file=-', '--schema=public', '--no-owner', '--no-privileges', dump], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const input = psql.child.stdin!
  // What went wrong is said by the program itself.
  input.on('error', () => {})
  const write = async (lines: Iterable<string>) => {
    for (const line of lines) if (!input.write(`${line}\n`)) await Promise.race([once(input, 'drain'), psql.ended])
  }
  const feeding = (async () => {
    await write(before(keptSchema))
    restore.child.stdout!.pipe(input, { end: false })
    await finished(restore.child.stdout!)
    await restore.ended
    await write(after(manifest))
    // Without this last line nothing has happened.
    await write(['commit;'])
  })().finally(() => input.end())
  const [loaded, fed] = await Promise.allSettled([psql.ended, feeding])
  const said = loaded.status === 'rejected' ? (loaded.reason as Error).message : ''
  if (said.includes(`${CHECK}${MIGRATIONS}`)) throw newerBackup()
  if (said.includes(CHECK)) throw damagedBackup()
  for (const result of [fed, loaded]) {
    if (result.status === 'rejected')
      throw new BackupRefused(`${(result.reason as Error).message} Nothing was changed.`, { cause: result.reason })
  }
}

function* before(keptSchema: string | undefined): Generator<string> {
  yield 'begin;'
  if (keptSchema === undefined) return
  yield `alter schema public rename to ${quoted(keptSchema)};`
  yield 'create schema public;'
  yield 'grant usage on schema public to public;'
}

function* after({ counts, files, damaged, missing }: Manifest): Generator<string> {
  yield 'set local search_path = public;'
  const check = (wrong: string, what: string) =>
    `do $check$ begin if ${wrong} then raise exception '${CHECK}%', ${text(what)}; end if; end $check$;`
  yield check(
    `exists (select 1 from kysely_migration where name not in (${KNOWN_MIGRATIONS.map(text).join(', ')}))`,
    MIGRATIONS,
  )
  for (const [table, rows] of Object.entries(counts))
    yield check(`(select count(*) from public.${quoted(table)}) <> ${Number(rows)}`, table)
  yield 'create temporary table lotline_files (path text) on commit drop;'
  yield 'copy lotline_files from stdin;'
  for (const path of [...files.map((file) => file.path), ...damaged, ...missing]) if (/^[\w./]+$/.test(path)) yield path
  yield '\\.'
  yield check(
    `exists (select sha256 from original except select substr(path, 14, 64) from lotline_files where path like 'originals/%')`,
    'original',
  )
  yield check('exists (select source_key from overlay except select path from lotline_files)', 'overlay')
  yield `update archive_state set generation = ${MOVING};`
}
