import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { addHostileTexts, addPublishedLate } from './additions.ts'
import { startDemoTown, type Town } from './demo-town.ts'
import { databaseIn } from './finished.ts'
import { root } from './process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the product answers, without a slash at its end. */
    baseUrl: string
    /** Its data folder, for commands on the archive and for letters in its outbox. */
    dataDir: string
    /** Its database, for what no page does: a file, or the address of PostgreSQL. */
    database: string
    /** What was published before the first journey, by number; journeys publish some too. */
    published: { items: number; people: number }
  }
}

/**
 * Starts the product once, by the commands that people run: `npm start` makes the demo town, `archive import` adds records with hostile
 * texts, `build` publishes them, and a last import adds records that no built page knows.
 * `LOTLINE_TOWN` names a data folder in which tests/ci/start-up.ts made the town, with the hostile texts; `E2E_URL` a product that is already running
 * and was prepared like this, `E2E_DATA` its data folder, `E2E_DATABASE` its database if that is on PostgreSQL.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env.E2E_URL
  if (running) {
    const data = process.env.E2E_DATA ?? path.join(root, 'data')
    const database = process.env.E2E_DATABASE ?? databaseIn(data)
    await provide(project, { baseUrl: running.replace(/\/$/, ''), data, database })
    return undefined
  }
  const made = process.env.LOTLINE_TOWN
  const town = await startDemoTown(made)
  try {
    if (!made) await addHostileTexts(town.env)
    await addPublishedLate(town.env)
  } catch (problem) {
    await town.stop()
    throw problem
  }
  await provide(project, town)
  return town.stop
}

/** Tells the journeys which town they go through. */
export async function provide(project: TestProject, town: Pick<Town, 'baseUrl' | 'data' | 'database'>): Promise<void> {
  project.provide('baseUrl', town.baseUrl)
  project.provide('dataDir', town.data)
  project.provide('database', town.database)
  project.provide('published', await countPublished(town.baseUrl))
}

async function countPublished(baseUrl: string): Promise<{ items: number; people: number }> {
  const read = async (path: string) => (await fetch(baseUrl + path)).json()
  const { count } = (await read('/api/items/?page_size=1')) as { count: number }
  return { items: count, people: ((await read('/api/people/')) as unknown[]).length }
}
