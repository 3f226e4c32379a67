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

/** Tests of restarts and replicas need a server of their own. */
export const hasOwnPostgres = (): boolean => binaryFolder() !== undefined
export const hasPostgres = (): boolean => process.env.TEST_DATABASE_URL !== undefined || hasOwnPostgres()

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

/** A server that the tests started. */
export interface OwnPostgres extends PostgresServer {
  pid(): number
  /** Stops it as an administrator does, and starts it again. @param away milliseconds between the two. */
  restart(away?: number): Promise<void>
  /** A streaming replica of it. */
  startReplica(): Promise<OwnPostgres>
}

/** A server of its own on a socket in a temporary folder, or that of TEST_DATABASE_URL. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given === undefined) return await startOwnPostgres()
  const url = (database: string) => Object.assign(new URL(given), { pathname: `/${database}` }).href
  return { url, stop: async () => {} }
}

/** @param more settings, `name=value`. */
export async function startOwnPostgres(more: readonly string[] = []): Promise<OwnPostgres> {
  const folder = makeFolder()
  run('initdb', folder, ['-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'])
  return await startIn(folder, more)
}

function makeFolder(): string {
  // Not in TMPDIR, whose folder may belong to root.
  const folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : '/tmp', 'lotline-postgres-'))
  const user = otherUser()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!)
  return folder
}

/** Runs a program of PostgreSQL that fills the data folder. */
function run(program: string, folder: string, options: string[]): void {
  const made = spawnSync(path.join(binaryFolder()!, program), ['-D', path.join(folder, 'data'), ...options], {
    ...otherUser(),
    cwd: folder,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`${program} failed: ${made.stderr}`)
}

async function startIn(folder: string, more: readonly string[]): Promise<OwnPostgres> {
  const settings = [...SETTINGS, ...more, `unix_socket_directories=${folder}`].flatMap((each) => ['-c', each])
  const url = (database: string) => `postgres:///${database}?host=${folder}&user=${USER}`
  const program = path.join(binaryFolder()!, 'postgres')
  const start = async () => {
    const options = { ...otherUser(), cwd: folder, stdio: 'ignore' } as const
    const started = spawn(program, ['-D', path.join(folder, 'data'), ...settings], options)
    await answers(url('postgres'), started)
    return started
  }
  let server = await start()
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    if (server.exitCode === null && server.kill(signal)) await ended
  }
  return {
    url,
    pid: () => server.pid!,
    async restart(away = 0) {
      await end('SIGINT')
      await pause(away)
      server = await start()
    },
    async startReplica() {
      const copy = makeFolder()
      run('pg_basebackup', copy, ['-h', folder, '-U', USER, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
      return await startIn(copy, more)
    },
    async stop() {
      // At once: nobody needs its data.
      await end('SIGQUIT')
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
