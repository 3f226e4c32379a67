import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres, type PostgresServer } from '../../postgres/server.ts'
import { addHostileTexts, addPublishedLate } from './additions.ts'
import { startDemoTown } from './demo-town.ts'
import { provide } from './product.ts'

/** As product.ts, with the town's database on PostgreSQL: `npm start` in an empty database, as somebody new meets it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const name = `town_${randomUUID().replaceAll('-', '')}`
  let stopTown: (() => Promise<void>) | undefined
  const stop = async () => {
    await stopTown?.()
    await administer(server, `drop database ${name} with (force)`)
    await server.stop()
  }
  await administer(server, `create database ${name}`)
  try {
    const town = await startDemoTown(undefined, undefined, server.url(name))
    stopTown = town.stop
    await addHostileTexts(town.env)
    await addPublishedLate(town.env)
    await provide(project, town)
    return stop
  } catch (problem) {
    await stop()
    throw problem
  }
}

async function administer(server: PostgresServer, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
