import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import { BackupRefused } from '../format.ts'

export type ClientProgram = 'pg_dump' | 'pg_restore' | 'psql'

/** How to install them, for messages. */
const INSTALL = 'On Debian and Ubuntu they are in the package postgresql-client.'

/** The arguments and environment that name a database: its password is not for the list of processes. */
export function databaseArguments(address: string): { argument: string; environment: NodeJS.ProcessEnv } {
  const url = new URL(address)
  const password = decodeURIComponent(url.password)
  url.password = ''
  return {
    argument: `--dbname=${url.href}`,
    environment: { ...process.env, ...(password && { PGPASSWORD: password }) },
  }
}

/** Starts one of PostgreSQL's programs. `ended` is rejected with what it said where it failed. */
export function startProgram(
  program: ClientProgram,
  words: readonly string[],
  { stdio = ['ignore', 'ignore', 'pipe'], env }: { stdio?: StdioOptions; env?: NodeJS.ProcessEnv } = {},
): { child: ChildProcess; ended: Promise<void> } {
  // English messages, whatever the language of the machine.
  const child = spawn(program, words, { stdio, env: { ...(env ?? process.env), LC_ALL: 'C' } })
  const said = text(child.stderr!).catch(() => '')
  const ended = (async () => {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new BackupRefused(await failure(program, await said))
  })()
  return { child, ended }
}

async function failure(program: ClientProgram, said: string): Promise<string> {
  const lines = said.split('\n').filter((line) => /error|fatal/i.test(line))
  return `${program} failed: ${(lines.length > 0 ? lines : [said.trim()]).slice(0, 3).join(' ')}`
}

/** @throws {BackupRefused} where one of the programs is missing, or older than the database: it would refuse it, or misread it. */
export async function requirePrograms(db: Db, ...programs: ClientProgram[]): Promise<void> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  const server = Math.floor(Number(rows[0]!.version) / 10_000)
  for (const program of programs) {
    const version = await versionOf(program)
    if (version === undefined)
      throw new BackupRefused(
        `${program} is not installed on this machine. Install the client programs of PostgreSQL ${server} or newer. ${INSTALL}`,
      )
    if (version < server)
      throw new BackupRefused(
        `${program} is of PostgreSQL ${version}, but the database is of PostgreSQL ${server}. Install the client programs of PostgreSQL ${server} or newer. ${INSTALL}`,
      )
  }
}

/** The major version; undefined where there is no such program. */
async function versionOf(program: ClientProgram): Promise<number | undefined> {
  const child = spawn(program, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]).catch(() => [''])
  const [, version] = /\(PostgreSQL\) (\d+)/.exec(said) ?? []
  return version === undefined ? undefined : Number(version)
}
