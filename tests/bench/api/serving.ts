import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

export interface Serving {
  base: string
  stop(): Promise<void>
}

/** `npm run serve` on a data folder and a free port, as a process of its own; its log goes nowhere. */
export async function startServing(data: string): Promise<Serving> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = { ...process.env, DATA_DIR: data, PORT: String(port) }
  const server = spawn(process.execPath, ['scripts/serve.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const closed = new Promise<void>((resolve) => server.on('close', () => resolve()))
  const deadline = Date.now() + 30_000
  while (!(await isUp(base))) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('npm run serve did not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    base,
    async stop() {
      server.kill('SIGTERM')
      await closed
    },
  }
}

const isUp = (base: string): Promise<boolean> =>
  fetch(`${base}/api/health/`).then(
    (answer) => answer.ok,
    () => false,
  )

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
