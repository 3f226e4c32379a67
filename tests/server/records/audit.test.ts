import { expect, test } from 'vitest'
import type { DeskRecord } from '#contract/record.ts'
import type { TestAccount } from '../fixtures.ts'
import { deskOf } from './desk.ts'
import { everything } from '../everything.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()
const { change, add, audit } = deskOf(() => town)

test('the audit trail is filtered by kind and actor, and paged', async () => {
  const who: TestAccount[] = ['staff', 'administrator', 'staff']
  for (const [at, as] of who.entries()) {
    expect((await change('people', 1, { biography: `Words ${at}` }, as)).status).toBe(200)
    expect((await change('plaques', 1, { name: `Plaque ${at}` }, as)).status).toBe(200)
  }
  const all = await audit('')
  expect(all.map(({ kind, actor }) => [kind, actor!.id])).toEqual([
    ['plaques', 4],
    ['people', 4],
    ['plaques', 5],
    ['people', 5],
    ['plaques', 4],
    ['people', 4],
  ])
  expect(await audit('?actor=5')).toEqual([all[2], all[3]])
  expect(await audit('?actor=5&kind=people')).toEqual([all[3]])
  expect(await audit(`?before=${all[2]!.id}`)).toEqual(all.slice(3))
  expect(await audit(`?kind=plaques&before=${all[2]!.id}`)).toEqual([all[4]])
  expect(await audit('?actor=1')).toEqual([])
  const steps = Array.from({ length: 130 }, () => ({ at: '2026-01-01T00:00:00Z', action: 'edited', kind: 'lots', record_key: '7' })) // prettier-ignore
  await town.db.insertInto('audit').values(steps).execute()
  const first = await audit('?kind=lots')
  const second = await audit(`?kind=lots&before=${first.at(-1)!.id}`)
  expect([first.length, second.length, first[0]!.actor, first[0]!.key]).toEqual([100, 30, null, '7'])
  expect((await town.send('/api/audit/?before=x', { as: 'staff' })).status).toBe(400)
  expect((await town.send('/api/audit/?kind=ships', { as: 'staff' })).status).toBe(400)
})

test('adding a record again with the same key adds it once', async () => {
  const headers = { 'idempotency-key': 'plaque-4' }
  const body = { location: 2, text: 'Ships were built here.' }
  const first = await add('plaques', body, headers)
  expect(first.status).toBe(201)
  const after = await everything(town.db)
  const again = await add('plaques', body, headers)
  expect([again.status, again.json]).toEqual([201, first.json])
  expect(again.headers['etag']).toBe(`"${(first.json as DeskRecord).version}"`)
  expect((await add('plaques', { ...body, text: 'Other words' }, headers)).status).toBe(422)
  expect((await add('heritage', { location: 2 }, headers)).status).toBe(422)
  expect(await everything(town.db)).toEqual(after)
  // Keys are per account.
  expect((await add('plaques', body, headers, 'administrator')).status).toBe(201)
})
