import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { contentOf, move, townToMove, withPlaces } from '../../server/move/moved-town.ts'
import { createEmptyPostgres } from '../databases.ts'

const rows = { moves: { database: true, media: false } }

test('a database that is missing, in use or of somebody else is named, and the archive stays as it is', async () => {
  const [from, other] = [await townToMove(), await townToMove()]
  const before = await contentOf(from)
  const to = (DATABASE_URL: string) => withPlaces(from, { DATABASE_URL })

  const url = await createEmptyPostgres()
  const missing = Object.assign(new URL(url), { pathname: '/no_such_database' }).href
  await expect(move(from, to(missing), rows)).rejects.toThrow('There is no database of this name')

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table invoices (id int)')
  await expect(move(from, to(url), rows)).rejects.toThrow('has tables of another program: invoices')
  await client.query('drop table invoices')
  await client.end()

  const server = await openDatabase(url, { lease: true })
  await expect(move(from, to(url), rows)).rejects.toThrow('Stop all of its servers first')
  await server.destroy()

  // A server has made its tables, and nobody has used them.
  await move(other, withPlaces(other, { DATABASE_URL: url }), rows)
  await expect(move(from, to(url), rows)).rejects.toThrow(/holds another archive \(\w+; this one is \w+\): \d+ items/)
  expect(await contentOf(from)).toEqual(before)
})
