import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFiles } from '#release/files/link-unchanged.ts'
import { createPullClient } from '#snapshot/reader.ts'
import { forgetArchive, openArchive } from '#snapshot/archive.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { addRecords } from '../server/fixtures.ts'
import { apply, edit, itemEdit } from '../release/update-edits.ts'
import { rounds } from '../setup/length.ts'
import { useArchive } from '../server/use-archive.ts'

const archive = useArchive()
let api: string
let folder: string
beforeAll(async () => {
  api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'lotline-changes-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

/** Pages of all items that were read. */
let pagesOfAll = 0
let beforeItem = (_id: number) => {}
/** Each time that the pull asked what has changed. */
let afterChanges = (_found: number) => {}
const pull = (name: string, earlier?: Awaited<ReturnType<typeof pullSnapshot>> & { name: string }) => {
  const client = createPullClient({ base: api })
  const read: typeof client.read = async (call, given) => {
    const { query = {}, path } = given as { query?: object; path?: { id: number } }
    if (call === 'item') beforeItem(path!.id)
    if (call === 'items' && Object.keys(query).toSorted().join() === 'page,page_size,visibility') pagesOfAll++
    const answer = await client.read(call, given)
    if (call === 'changes') afterChanges((answer as { items?: number[] | null }).items?.length ?? 0)
    return answer
  }
  return pullSnapshot({
    api,
    client: { ...client, read },
    source: 'test',
    apiBase: '',
    folder: join(folder, name),
    earlier: earlier && { folder: join(folder, earlier.name), counter: earlier.meta.counter, found: earlier },
  })
}
const filesOf = (name: string) =>
  Object.fromEntries(
    listFiles(join(folder, name)).map((file) => [file, readFileSync(join(folder, name, file), 'utf8')]),
  )

test('what has changed since a snapshot, added to it, is the snapshot of everything', { timeout: 60_000 }, async () => {
  let earlier = { ...(await pull('first')), name: 'first' }
  const sample = fc.sample(
    fc.tuple(fc.array(itemEdit, { maxLength: 4 }), fc.oneof(fc.constant([]), fc.array(edit, { maxLength: 4 }))),
    { numRuns: rounds('PULL_RUNS', 6, 24), seed: 20261123 },
  )
  let [followed, whole] = [0, 0]
  for (const [at, [items, other]] of sample.entries()) {
    await apply(archive.db, [...items, ...other])
    pagesOfAll = 0
    const next = { ...(await pull(`next-${at}`, earlier)), name: `next-${at}` }
    if (next.changed) followed++
    if (pagesOfAll > 0) whole++
    await pull(`all-${at}`)
    expect(filesOf(next.name)).toEqual(filesOf(`all-${at}`))
    // What a build goes on with is what it would read.
    const contents = () => {
      const { lists, meta } = openArchive(join(folder, next.name))
      return JSON.stringify([lists, meta])
    }
    const remembered = contents()
    forgetArchive()
    expect(remembered).toBe(contents())
    earlier = next
  }
  // Whatever changes, the items that show it are all that is read of them.
  expect({ followed: followed > 0, others: sample.length - followed > 0, whole }).toEqual({
    followed: true,
    others: true,
    whole: 0,
  })
})

test('items whose people, organizations, subjects or collections are published, renamed and withdrawn', async () => {
  const draft = { id: 90, visibility: 'draft' as const }
  const [name, subject_name, collection_name] = ['Ferry', 'Ferries', 'Ferry papers']
  await addRecords(archive.db, {
    person: [{ ...draft, surname: name }],
    organization: [{ ...draft, name, altname: '[]', description: '' }],
    subject: [{ ...draft, subject_name }],
    collection: [{ ...draft, collection_name, hierarchy: 'fond' }],
    items: [{ id: 90, title: 'Ferry', people: [90], subjects: [90], organizations: [90], collection_id: 90 }],
  })
  let earlier = { ...(await pull('drafts')), name: 'drafts' }
  const { sqlite } = archive.db
  for (const [table, column] of Object.entries({
    person: 'surname',
    organization: 'name',
    subject: 'subject_name',
    collection: 'collection_name',
  }))
    for (const set of [`visibility = 'published'`, `${column} = 'Another'`, `visibility = 'draft'`]) {
      sqlite.exec(`update ${table} set ${set} where id = 90`)
      pagesOfAll = 0
      const next = `${table} ${set}`
      earlier = { ...(await pull(next, earlier)), name: next }
      expect(pagesOfAll).toBe(0)
      await pull(`all ${next}`)
      expect(filesOf(next)).toEqual(filesOf(`all ${next}`))
    }
})

test('items that are published while others are read are read too, and what changes again is read again', async () => {
  const drafts = Array.from({ length: 6 }, (_, at) => ({ id: 200 + at, visibility: 'draft' as const }))
  await addRecords(archive.db, { items: drafts.map((item) => ({ ...item, title: `Draft ${item.id}` })) })
  const earlier = { ...(await pull('before many')), name: 'before many' }
  const publish = (id: number) => archive.db.sqlite.exec(`update item set visibility = 'published' where id = ${id}`)
  publish(200)
  // Each that is read brings the next one; the last one changes the first one.
  beforeItem = (id) => {
    if (id === 205) archive.db.sqlite.exec(`update item set title = 'Changed' where id = 200`)
    else publish(id + 1)
    if (id === 205) beforeItem = () => {}
  }
  const next = await pull('many', earlier)
  expect(next.changed!.after.map(({ id, title }) => [id, title]).toSorted()).toEqual([
    [200, 'Changed'],
    ...[201, 202, 203, 204, 205].map((id) => [id, `Draft ${id}`]),
  ])
  await pull('all many')
  expect(filesOf('many')).toEqual(filesOf('all many'))
  expect((await pull('after many', { ...next, name: 'many' })).changed).toEqual({ before: [], after: [] })
})

test('of a bulk publishing the items that come after a short pause are read too', async () => {
  const drafts = [300, 301, 302].map((id) => ({ id, visibility: 'draft' as const, title: `Draft ${id}` }))
  await addRecords(archive.db, { items: drafts })
  const earlier = { ...(await pull('before bulk')), name: 'before bulk' }
  const waiting = drafts.map(({ id }) => id)
  const publish = () =>
    archive.db.sqlite.exec(`update item set visibility = 'published' where id = ${waiting.shift() ?? 0}`)
  publish()
  afterChanges = (found) => {
    if (found === 0) publish()
  }
  const next = await pull('bulk', earlier)
  afterChanges = () => {}
  expect(next.changed!.after.map(({ id }) => id).toSorted()).toEqual([300, 301, 302])
  await pull('all bulk')
  expect(filesOf('bulk')).toEqual(filesOf('all bulk'))
})

test('of an archive that was restored, or with another counter than the site, everything is read', async () => {
  const first = { ...(await pull('base')), name: 'base' }
  expect((await pull('same', first)).changed).toEqual({ before: [], after: [] })
  expect(
    (await pull('other', { ...first, meta: { ...first.meta, counter: first.meta.counter! - 1 } })).changed,
  ).toBeUndefined()
  archive.db.sqlite.exec(`update archive_state set archive = 'restored'`)
  expect((await pull('restored', first)).changed).toBeUndefined()
})

interface Changes {
  counter: number
  items: number[] | null
  changed_items: number[] | null
}

test('which items have changed', async () => {
  const since = async (counter: number) => (await archive.get(`/api/changes/?since=${counter}`)).json as Changes
  const moments = `'2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'`
  archive.db.sqlite.exec(
    `insert into item (id, type, visibility, created_at, updated_at) values (99, 'object', 'published', ${moments})`,
  )
  const { counter } = await since(1)
  expect((await since(counter)).items).toEqual([])
  const change = (sql: string) => archive.db.sqlite.exec(sql)
  change(`update item set visibility = 'draft' where id = 99`)
  change(`update item set title = 'Seen by nobody' where id = 99`)
  expect((await since(counter)).items).toEqual([99])
  const { counter: later } = await since(counter)
  change(`update item set title = 'A draft' where id = 99`)
  expect((await since(later)).items).toEqual([])
  const credit = `author_id = (select min(id) from account), credit = 1`
  change(`update item set visibility = 'published', ${credit} where id = 99`)
  const { counter: credited } = await since(later)
  change(`update account set name = 'Another name' where id = (select author_id from item where id = 99)`)
  expect(await since(credited)).toMatchObject({ items: [99], changed_items: [99] })
  change(`update person set surname = 'Other' where id = 1`)
  expect(await since(credited)).toMatchObject({ items: null, changed_items: [99] })
  expect(await since(later + 1000)).toMatchObject({ items: null, changed_items: null })
  change(`delete from change_log where counter <= ${later}`)
  expect(await since(counter)).toMatchObject({ items: null, changed_items: null })
})
