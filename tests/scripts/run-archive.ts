import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { format } from 'node:util'
import { runArchive } from '../../scripts/archive/program.ts'

/** How a command ended, and what it printed. */
export interface Ended {
  code: number
  out: string
  err: string
}
type Variables = Record<string, string>

/** The environment of a command that is called from a folder of this test. */
export const environmentOf = (folder: string, variables: Variables = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  DATA_DIR: join(folder, 'data'),
  INIT_CWD: folder,
  ...variables,
})

class Exit extends Error {
  readonly code: number
  constructor(code: number) {
    super(`process.exit(${code})`)
    this.code = code
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs `npm run archive -- …` in this process, one command after the other: what a process of its own would have, environment, output and exit code, is
 * lent to it. A second of processor time less than starting one; for signals and pipes there is `spawnArchive`.
 */
export function archive(env: NodeJS.ProcessEnv, ...words: string[]): Promise<Ended> {
  const ended = last.then(() => lend(env, words))
  last = ended.catch(() => {})
  return ended
}

async function lend(env: NodeJS.ProcessEnv, words: string[]): Promise<Ended> {
  const said = { out: '', err: '' }
  const write = (to: keyof typeof said) => (chunk: string | Uint8Array) => {
    said[to] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return true
  }
  const print =
    (to: keyof typeof said) =>
    (...values: unknown[]) =>
      write(to)(`${format(...values)}\n`)
  const own = { env: process.env, exit: process.exit, exitCode: process.exitCode, tty: process.stderr.isTTY }
  const outputs = { out: process.stdout.write, err: process.stderr.write }
  const printers = { log: console.log, error: console.error, warn: console.warn }
  process.env = env
  process.exitCode = undefined
  process.exit = (code) => {
    throw new Exit(Number(code ?? process.exitCode ?? 0))
  }
  process.stderr.isTTY = false
  process.stdout.write = write('out')
  process.stderr.write = write('err')
  Object.assign(console, { log: print('out'), error: print('err'), warn: print('err') })
  let code: number | undefined
  try {
    await runArchive(words)
  } catch (error) {
    if (error instanceof Exit) code = error.code
    else {
      // As Node ends a process that throws.
      code = 1
      said.err += `${error instanceof Error ? error.stack : String(error)}\n`
    }
  } finally {
    code ??= Number(process.exitCode ?? 0)
    Object.assign(console, printers)
    process.stdout.write = outputs.out
    process.stderr.write = outputs.err
    process.stderr.isTTY = own.tty
    process.exit = own.exit
    process.exitCode = own.exitCode
    process.env = own.env
  }
  return { code, ...said }
}

/** The same in a process of its own; `interruptWhen` presses Ctrl+C as soon as it holds. */
export function spawnArchive(env: NodeJS.ProcessEnv, words: string[], interruptWhen?: () => boolean): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const cwd = join(import.meta.dirname, '../..')
  const child = execFile(process.execPath, ['scripts/archive.ts', ...words], { cwd, env }, (error, out, err) =>
    resolve({ code: error ? Number(error.code) : 0, out, err }),
  )
  const timer = setInterval(() => {
    if (!interruptWhen?.()) return
    clearInterval(timer)
    child.kill('SIGINT')
  }, 5)
  return promise.finally(() => clearInterval(timer))
}
