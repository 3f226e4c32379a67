import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, productEnv, root, runToEnd, start, untilUp, type Running } from '../setup/process.ts'

/**
 * A town of a few records with its site, built by the commands that people run; its server may be killed and started again. `site`: the folder of another
 * town's site, copied instead of building one, where only pages that are the same everywhere are opened.
 */
export async function startSmallTown(site?: string) {
  const data = mkdtempSync(path.join(os.tmpdir(), 'lotline-shoebox-'))
  const port = await freePort()
  // A copy is never built again: neither for the records here nor because of the society, which the first account adds.
  const env = { ...productEnv(data, port), LOG: '0', ...(site !== undefined && { REBUILD_DELAY: '3600' }) }
  const archive = (...words: string[]) => runToEnd(['scripts/archive.ts', ...words], env)
  let running: Running
  async function serve() {
    running = start(['scripts/serve.ts'], env)
    await untilUp([`http://localhost:${port}/api/health/`], running, 60_000)
  }
  await archive('import', path.join(root, 'tests/fixtures/hostile-texts'))
  if (site === undefined) await runToEnd(['scripts/build-site.ts'], env)
  else cpSync(site, path.join(data, 'site'), { recursive: true, verbatimSymlinks: true })
  await serve()

  return {
    port,
    data,
    archive,
    serve,
    /** The server loses its power. */
    async kill() {
      process.kill(running.pid, 'SIGKILL')
      await running.ended
    },
    /** The path of a link in the newest letter to this address; waits until it is sent. */
    async linkFor(email: string, kind: 'activate'): Promise<string> {
      const outbox = path.join(data, 'outbox')
      for (let tries = 0; tries < 100; tries++) {
        // A letter that is still being written ends in `.part`.
        const letters = listed(outbox)
          .filter((name) => name.endsWith('.eml'))
          .map((name) => readFileSync(path.join(outbox, name), 'utf8').replaceAll('=\r\n', ''))
          .filter((letter) => letter.includes(email))
        const link = new RegExp(`/${kind}/[\\w=-]+/[\\w.-]+/?`).exec(letters.at(-1) ?? '')
        if (link) return link[0]
        await pause(200)
      }
      throw new Error(`No letter to ${email}.`)
    },
    /** Rows of the archive's database. */
    query<Row>(sql: string): Row[] {
      const db = new DatabaseSync(path.join(data, 'archive.db'), { readOnly: true })
      try {
        return db.prepare(sql).all() as Row[]
      } finally {
        db.close()
      }
    },
    async stop() {
      await running.stop()
      rmSync(data, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
export type SmallTown = Awaited<ReturnType<typeof startSmallTown>>

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
