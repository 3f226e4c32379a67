import { expect, test } from 'vitest'
import { POSTGRES_MIGRATIONS } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/open-postgres.ts'
import { createRepositories } from '#server/repositories/repositories.ts'
import { itemsPage } from './both-databases.ts'
import { expectUndone, fillOldLogs } from '../server/database/old-operations.ts'
import { BEFORE_TEXTS, expectTexts, fillOldTexts } from '../server/database/searched-texts.ts'
import { makeOldPostgres } from './databases.ts'
import { sampleOf } from '../setup/length.ts'

/** Every version before the latest, and the one that makes the full text anew. */
const OLDER = Object.keys(POSTGRES_MIGRATIONS).sort().slice(0, -1)
const RANKED_SEARCH = '0023-ranked-search'

test.each(sampleOf(OLDER, 5))(
  'an archive of %s keeps its records, and finds them by a full text of today',
  async (version) => {
    const old = await makeOldPostgres(version)
    const item = { type: 'object', visibility: 'published', created_at: '', updated_at: '' }
    await old
      .insertInto('item')
      .values([
        { ...item, id: 7, title: 'A chair', date_start: 19050000 },
        { ...item, id: 9, title: 'A table', general_description: 'With a chair' },
      ])
      .execute()
    const isMadeAnew = version < RANKED_SEARCH
    if (isMadeAnew)
      await old
        .insertInto('item_search')
        .values({ rowid: 7, title: 'sofa', description: '', names: '', identifier: '', dates: '' })
        .execute()
    const counter = async (db: typeof old) =>
      (await db.selectFrom('archive_state').select('counter').executeTakeFirstOrThrow()).counter
    const before = await counter(old)
    await old.destroy()

    const now = await openPostgres(old.engine.address)
    const repositories = createRepositories(now)
    const found = async (search: string) => (await itemsPage(repositories, { search })).results.map(({ id }) => id)
    expect(await found('chair')).toEqual([7, 9])
    expect(await found('chair 1905')).toEqual([7])
    expect(await found('sofa')).toEqual([])
    // Cached answers expire.
    if (isMadeAnew) expect(await counter(now)).toBeGreaterThan(before)
    await now.deleteFrom('item').where('id', '=', 7).execute()
    expect(await found('chair')).toEqual([9])
    await now.destroy()
  },
)

test('what could be undone before the upgrade can be undone after it', async () => {
  const old = await makeOldPostgres('0030-pending-search')
  await fillOldLogs(old)
  await old.destroy()
  await using now = await openPostgres(old.engine.address)
  await expectUndone(now)
})

test('records of an archive in use are found by their texts', async () => {
  const old = await makeOldPostgres(BEFORE_TEXTS)
  await fillOldTexts(old)
  await old.destroy()
  await using now = await openPostgres(old.engine.address)
  await expectTexts(now)
})
