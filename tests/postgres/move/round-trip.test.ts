import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openArchive } from '#server/identity/open-archive.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'
import { freshS3Double } from '../../fixtures/s3/environment.ts'
import { answersOf, contentOf, move, townToMove, withPlaces } from '../../server/move/moved-town.ts'
import { createEmptyPostgres } from '../databases.ts'

test('an archive moves to PostgreSQL and a bucket, and back: the same rows, files, ids and answers', async () => {
  const from = await townToMove()
  // Sizes that are missing are made by asking for them.
  const answers = await answersOf(from)
  const before = { answers, content: await contentOf(from) }
  expect(Object.keys(before.answers).length).toBeGreaterThan(200)

  const { environment } = await freshS3Double()
  const there = withPlaces(from, { ...environment, DATABASE_URL: await createEmptyPostgres() })
  const moved = await move(from, there)
  expect(await contentOf(there)).toEqual(before.content)
  expect(await answersOf(there)).toEqual(before.answers)

  const folder = await freshFolder()
  const back = withPlaces(from, {
    DATABASE_URL: `sqlite:${folder}/back.db`,
    MEDIA_URL: `file:${join(folder, 'media')}`,
  })
  const returned = await move(there, back)
  expect(returned.tables).toEqual(moved.tables)
  expect(await contentOf(back)).toEqual(before.content)
  expect(await answersOf(back)).toEqual(before.answers)
  expect(await contentOf(from)).toEqual(before.content)

  // Triggers count again, and ids of rows that are gone are not given again.
  await using db = await openArchive(there)
  const index = sql<{
    indexdef: string
  }>`select indexdef from pg_indexes where tablename = 'item_search' and indexdef like '%gin%'`
  expect((await index.execute(db)).rows).toEqual([{ indexdef: expect.stringContaining('fastupdate=off') }])
  const counter = async () => (await db.selectFrom('archive_state').select('counter').executeTakeFirstOrThrow()).counter
  const was = await counter()
  const added = await db.insertInto('subject').values({ subject_name: 'New' }).returning('id').executeTakeFirstOrThrow()
  expect([added.id, await counter()]).toEqual([7001, was + 1])
})
