import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Debian keeps the programs of each version apart, and links only the clients. */
function binaryFolder(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))))
}

export const hasPostgres = (): boolean => process.env.TEST_DATABASE_URL !== undefined || binaryFolder() !== undefined

export interface PostgresServer {
  /** The address of a database on it. */
  url(database: string): string
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root: then it runs as this user. */
function otherUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string, name: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout || NaN)
  const name = ['postgres', 'nobody'].find((each) => Number.isInteger(idOf('-u', each)))!
  return { uid: idOf('-u', name), gid: idOf('-g', name) }
}

const USER = 'lotline'
/** Nothing outlives the tests: no waiting for the disk. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_connections=200',
  'listen_addresses=',
]

/** Starts a server of its own on a socket in a temporary folder, or uses that of TEST_DATABASE_URL. @param more settings, `name=value`. */
export async function startPostgres(more: readonly string[] = []): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) {
    const url = (database: string) => Object.assign(new URL(given), { pathname: `/${database}` }).href
    return { url, stop: async () => {} }
  }
  const binaries = binaryFolder()!
  // Not in TMPDIR, whose folder may belong to root.
  const folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : '/tmp', 'lotline-postgres-'))
  const user = otherUser()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!)
  const data = path.join(folder, 'data')
  const made = spawnSync(
    path.join(binaries, 'initdb'),
    ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { ...user, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const settings = [...SETTINGS, ...more, `unix_socket_directories=${folder}`].flatMap((each) => ['-c', each])
  const server = spawn(path.join(binaries, 'postgres'), ['-D', data, ...settings], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const url = (database: string) => `postgres:///${database}?host=${folder}&user=${USER}`
  await answers(url('postgres'), server)
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      // At once: nobody needs its data.
      if (server.exitCode === null && server.kill('SIGQUIT')) await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (tries === 200 || server.exitCode !== null) throw error
      await pause(50)
    }
  }
}
