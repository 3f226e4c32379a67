import { freePort, start, untilUp } from '../../e2e/setup/process.ts'

export interface Serving {
  base: string
  pid: number
  stop(): Promise<unknown>
}

/** `npm run serve` on a data folder and a free port, as a process of its own. */
export async function startServing(data: string, environment: Record<string, string> = {}): Promise<Serving> {
  const port = await freePort()
  const base = `http://localhost:${port}`
  const running = start(['scripts/serve.ts'], { ...process.env, ...environment, DATA_DIR: data, PORT: String(port) })
  await untilUp([`${base}/api/health/`], running, 30_000)
  return { base, pid: running.pid, stop: running.stop }
}
