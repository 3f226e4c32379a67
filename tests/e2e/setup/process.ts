import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../../..')

/** A command of the project that runs beside the tests. */
export interface Running {
  pid: number
  /** Everything that it has printed. */
  output(): string
  /** Its exit code once it has ended, null before (and -1 when a signal ended it). */
  code(): number | null
  /** Asks it to stop, waits until it has, and answers how long that took in milliseconds. */
  stop(): Promise<number>
  ended: Promise<number>
}

/** What Vitest sets for its own workers is not for the product. */
const OF_THE_WORKER = [
  'NODE_ENV',
  'VITEST',
  'NODE_OPTIONS',
  'SITE_URL',
  'API_URL',
  'MODE',
  'DEV',
  'PROD',
  'SSR',
  'BASE_URL',
]

/** The environment for the product on a data folder and a port. */
export function productEnv(data: string, port: number): NodeJS.ProcessEnv {
  const env = { ...process.env, DATA_DIR: data, PORT: String(port), CI: 'true' }
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_THE_WORKER.includes(name)))
}

/** Starts `node …args` in the project's folder. */
export function start(args: readonly string[], env: NodeJS.ProcessEnv): Running {
  let output = ''
  let code: number | null = null
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number>((resolve) => child.on('close', (result) => resolve((code = result ?? -1))))
  return {
    pid: child.pid ?? 0,
    output: () => output,
    code: () => code,
    ended,
    async stop() {
      const began = performance.now()
      if (code === null) child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(timer)
      return performance.now() - began
    },
  }
}

/** Runs `node …args` to its end; an exit code other than 0 is thrown with what was printed. */
export async function runToEnd(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const running = start(args, env)
  const code = await running.ended
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}:\n${running.output()}`)
  return running.output()
}

/** Waits until each address answers 200, and answers how long that took in milliseconds. Throws when the command ends before. */
export async function untilUp(addresses: readonly string[], running: Running, longest: number): Promise<number> {
  const began = performance.now()
  const isUp = (address: string) =>
    fetch(address).then(
      (answer) => answer.ok,
      () => false,
    )
  while (performance.now() - began < longest) {
    if (running.code() !== null) throw new Error(`It ended with ${running.code()}:\n${running.output()}`)
    if ((await Promise.all(addresses.map(isUp))).every(Boolean)) return performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No answer within ${longest / 1000} s:\n${running.output()}`)
}

/** A port that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
