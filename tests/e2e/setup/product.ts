import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the product answers, without a slash at its end. */
    baseUrl: string
  }
}

const root = path.resolve(import.meta.dirname, '../../..')
const fixtures = path.join(root, 'tests/fixtures')

/** The longest that a first start may take (milliseconds): the two minutes, and room for a busy machine. */
const FIRST_START = 5 * 60_000

/**
 * Starts the product once, by the commands that people run, on a data folder of its own:
 * `npm start` makes the demo town, `archive import` adds records with hostile texts, `build` publishes them, and a last import adds
 * records that no built page knows. `E2E_URL` names a product that is already running and prepared like this.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env.E2E_URL
  if (running) {
    project.provide('baseUrl', running.replace(/\/$/, ''))
    return undefined
  }
  const data = mkdtempSync(path.join(os.tmpdir(), 'lotline-site-'))
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const env = { ...process.env, DATA_DIR: data, PORT: String(port), CI: 'true', NODE_ENV: undefined, VITEST: undefined }
  const product = listenTo(
    spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const stop = async (): Promise<void> => {
    await product.stop()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    await answers(baseUrl, product)
    const run = (...args: string[]) => runToEnd(args, env)
    await run('scripts/archive.ts', 'import', path.join(fixtures, 'hostile-texts'))
    await run('scripts/build-site.ts')
    await run('scripts/archive.ts', 'import', path.join(fixtures, 'published-late'))
  } catch (problem) {
    await stop()
    throw problem
  }
  project.provide('baseUrl', baseUrl)
  return stop
}

interface Listened {
  output(): string
  ended(): boolean
  stop(): Promise<void>
}

function listenTo(child: ChildProcess): Listened {
  let output = ''
  let over = false
  const closed = new Promise<void>((resolve) => child.on('close', () => ((over = true), resolve())))
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    output: () => output,
    ended: () => over,
    async stop() {
      if (!over) child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await closed
      clearTimeout(timer)
    },
  }
}

/** Until the home page and the API both answer. */
async function answers(baseUrl: string, product: Listened): Promise<void> {
  const deadline = Date.now() + FIRST_START
  while (Date.now() < deadline) {
    if (product.ended()) throw new Error(`npm start ended:\n${product.output()}`)
    const ready = await Promise.all(
      ['/', '/api/health/'].map((where) =>
        fetch(baseUrl + where).then(
          (answer) => answer.ok,
          () => false,
        ),
      ),
    )
    if (ready.every(Boolean)) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`npm start did not answer within ${FIRST_START / 60_000} minutes:\n${product.output()}`)
}

async function runToEnd(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const command = listenTo(
    spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] }).on('close', check),
  )
  let code: number | null = null
  function check(result: number | null): void {
    code = result
  }
  while (!command.ended()) await new Promise((resolve) => setTimeout(resolve, 50))
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}:\n${command.output()}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
