import { beforeAll, describe, expect, test } from 'vitest'
import { REVIEWED_KINDS } from '#contract/record.ts'
import { refreshPending } from '#server/records/refresh-search.ts'
import { RECORD_TABLES } from '#server/records/tables.ts'
import { addRecords } from './fixtures.ts'
import { addresses, reads } from './walk/all-reads.ts'
import { DRAFTS_OF_ALL, MARK, SHA, draftOf } from './walk/draft-town.ts'
import { runSql } from './raw-sql.ts'
import { useArchive } from './use-archive.ts'

const town = useArchive()
/** Everything of one kind each, hidden, and sent in by the volunteer. */
const HIDDEN = draftOf('other')
/** A picture and a text that are hidden, of an item and a place that are not. */
const PART = 940

beforeAll(async () => {
  await addRecords(town.db, DRAFTS_OF_ALL)
  for (const kind of REVIEWED_KINDS)
    await runSql(
      town.db,
      `update ${RECORD_TABLES[kind][0]} set state = 'hidden', hidden_until = '2999-01-01', author_id = 1 where id = ${HIDDEN}`,
    )
  const hidden = { hidden_until: 'staff' }
  // What is written there, and said.
  const text = { text: `The ${MARK.other} of 1899`, text_by: MARK.other }
  await addRecords(town.db, {
    scan: [{ id: PART, item_id: 1, sha256: SHA, scan_order: 9, version: `zq-${MARK.other}`, ...text, ...hidden }],
    item_file: [{ id: PART, item_id: 1, sha256: SHA, file_order: 9, label: MARK.other, ...text, ...hidden }],
    location_description: [{ id: PART, location_id: 1, description: MARK.other, search_text: MARK.other, ...hidden }],
  })
  while (await refreshPending(town.db));
  // Links from what is public.
  await runSql(town.db, `insert into item_person values (1, ${HIDDEN}, 9)`)
  await runSql(town.db, `update item set collection_id = ${HIDDEN} where id = 2`)
})

const asks = [undefined, 'volunteer', 'society'] as const
describe.each(reads)('%s', (_, endpoint) => {
  test('tells nobody but staff of what is hidden, not even its author', async () => {
    // Staff first: if their response were cached, the others would get it.
    for (const as of ['staff' as const, ...asks]) {
      for (const url of addresses(endpoint, [1, 2, HIDDEN, PART])) {
        const { headers, body, status } = await town.send(url, { ...(as && { as }) })
        if (as === 'staff') continue
        const isPicture = String(headers['content-type']).startsWith('image/')
        // What was asked for is answered in small letters, as it is looked for.
        const flags = url.toLowerCase().includes(MARK.other.toLowerCase()) ? '' : 'i'
        const text = JSON.stringify(headers) + (isPicture ? '' : body.toString())
        expect(text, `${as} ${url}`).not.toMatch(new RegExp(`${MARK.other}|\\b(${HIDDEN}|${PART})\\b`, flags))
        if (new RegExp(`/(${HIDDEN}|${PART})/`).test(url))
          expect([200, 404, 400, 401, 403], `${as} ${url}`).toContain(status)
        if (isPicture) expect(url).not.toMatch(new RegExp(`/(${HIDDEN}|${PART})/`))
      }
    }
  })
})

test('staff see all of it, marked', async () => {
  for (const kind of REVIEWED_KINDS) {
    const { json } = await town.send(`/api/records/${kind}/${HIDDEN}/`, { as: 'staff' })
    expect(json).toMatchObject({ state: 'hidden', hidden_until: '2999-01-01' })
  }
  const { json } = await town.send('/api/records/items/1/', { as: 'staff' })
  const { scans } = json as { scans: { key: number; hidden_until?: string }[] }
  expect(scans.find(({ key }) => key === PART)).toMatchObject({ hidden_until: 'staff' })
  for (const kind of ['scans', 'location_descriptions'])
    expect((await town.send(`/api/records/${kind}/${PART}/`, { as: 'staff' })).json).toMatchObject({ state: 'hidden' })
  const picture = `/api/scan/image/${PART}/?format=jpeg`
  expect((await town.send(picture, { as: 'staff' })).status).toBe(200)
  expect((await town.send(picture, { as: 'volunteer' })).status).toBe(404)
  expect((await town.send('/api/item/2/')).json).toMatchObject({ id: 2, collection: null })
})
