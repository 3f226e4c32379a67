import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codeVersion } from '#release/code-version.ts'
import { lastReport } from '../../../scripts/build-site/last-report.ts'
import { databaseIn, skipPictureSizes, untilFinished } from './finished.ts'
import { freePort, productEnv, start, untilUp } from './process.ts'
import type { Running } from './process.ts'

/** The longest that a first start may take (milliseconds): two minutes on a machine of its own, many more on one that tests keep busy. */
const FIRST_START = 12 * 60_000

/** A town that another version made is served with its pages of before, until the new ones are built. */
async function untilOfThisCode(data: string): Promise<void> {
  const began = performance.now()
  const code = codeVersion()
  while (lastReport({ dataDir: data })?.code !== code) {
    if (performance.now() - began > FIRST_START) throw new Error('The pages of this version were not built.')
    await pause(200)
  }
}

export interface Town {
  /** Where it answers, without a slash at its end. */
  baseUrl: string
  /** Its data folder. */
  data: string
  /** Its database: a file, or the address of PostgreSQL. */
  database: string
  /** For commands on the same archive. */
  env: NodeJS.ProcessEnv
  running: Running
  /** Stops the product and removes its data. */
  stop(): Promise<void>
}

/**
 * `npm start` on `data`, an empty folder (or on `made`, where a town was made already) and a free port, until the town answers and has all its maps and pages.
 * `postgres`: the address of a database for it.
 */
export async function startDemoTown(
  made?: string,
  data = made || mkdtempSync(path.join(os.tmpdir(), 'lotline-town-')),
  postgres?: string,
): Promise<Town> {
  const database = postgres ?? databaseIn(data)
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  // Nothing is built while the tests run, so that what is published stays newer than the last build.
  const env = { ...productEnv(data, port), REBUILD_DELAY: '3600', ...(postgres && { DATABASE_URL: postgres }) }
  let running: Running | undefined
  const stop = async (): Promise<void> => {
    await running?.stop()
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
  const begin = async (given: NodeJS.ProcessEnv): Promise<Running> => {
    running = start(['scripts/start.mjs'], given)
    await untilUp([`${baseUrl}/api/health/`, `${baseUrl}/`], running, FIRST_START)
    return running
  }
  try {
    if (!made) {
      const first = await begin({ ...env, REBUILD_DELAY: '0' })
      await untilFinished(data, FIRST_START, database)
      await first.stop()
    }
    await skipPictureSizes(database)
    const again = await begin(env)
    await untilOfThisCode(data)
    return { baseUrl, data, database, env, running: again, stop }
  } catch (problem) {
    await stop()
    throw problem
  }
}
