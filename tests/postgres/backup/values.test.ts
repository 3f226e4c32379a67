import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readParts, readTables, writePart } from '#server/backup/table-rows.ts'
import { openDatabase } from '#server/database/open.ts'
import { createEmptyPostgres } from '../databases.ts'
import { runs } from '../../setup/length.ts'

/** Text that PostgreSQL stores: without the character NUL. */
const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''))
const row = fc.record({
  whole: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  fraction: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  words: fc.option(
    fc.oneof(
      text,
      fc.json().filter((json) => !json.includes('\\u0000')),
      fc.constantFrom('\\N', '\\.', '1890-02-30', '\u2028'),
    ),
  ),
  bytes: fc.option(fc.uint8Array()),
  truth: fc.option(fc.boolean()),
})

test('integers, fractions, text, JSON, bytes and booleans go from SQLite to PostgreSQL and back as they are', async () => {
  const postgres = await openDatabase(await createEmptyPostgres())
  const [sqlite, back] = [await openDatabase(':memory:'), await openDatabase(':memory:')]
  onTestFinished(async () => {
    for (const db of [sqlite, postgres, back]) await db.destroy()
  })
  for (const db of [sqlite, back])
    db.sqlite.exec(
      'create table odd (id integer primary key, whole integer, fraction real, words text, bytes blob, truth integer) strict',
    )
  await sql`create table odd (id bigint primary key, whole bigint, fraction double precision, words text, bytes bytea, truth boolean)`.execute(
    postgres,
  )
  const insert = sqlite.sqlite.prepare('insert into odd values (?, ?, ?, ?, ?, ?)')
  const dump = async (db: typeof sqlite) => {
    const table = (await readTables(db)).find(({ name }) => name === 'odd')!
    const parts = []
    for await (const part of readParts(db, table)) parts.push(part.text)
    return parts.join('')
  }
  const load = async (db: typeof sqlite, lines: string) => {
    await sql`delete from odd`.execute(db)
    const table = (await readTables(db)).find(({ name }) => name === 'odd')!
    await db.transaction().execute((trx) => writePart(db, trx, table, lines))
  }
  const all = (db: typeof sqlite) => {
    const read = db.sqlite.prepare('select * from odd order by id')
    read.setReadBigInts(true)
    return read.all()
  }
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
      sqlite.sqlite.exec('delete from odd')
      for (const [i, { whole, fraction, words, bytes, truth }] of rows.entries())
        insert.run(i, whole, fraction, words, bytes, truth === null ? null : Number(truth))
      const lines = await dump(sqlite)
      await load(postgres, lines)
      expect(await dump(postgres)).toBe(lines)
      await load(back, await dump(postgres))
      expect(all(back)).toEqual(all(sqlite))
    }),
    { numRuns: runs(40) },
  )
})
