import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { ContextProject } from '#contract/context-project.ts'
import { draftOf, DRAFTS_OF_ALL } from '../walk/draft-town.ts'
import { addRecords, openTestArchive, type TestAccount } from '../fixtures.ts'
import { SMALL_TOWN } from '../small-town.ts'
import { deskOf } from '../records/desk.ts'
import { useArchive } from '../use-archive.ts'
import { HUB_KEY, openFakeHub, PROJECT } from './fake-hub.ts'

const hub = await openFakeHub()
const town = useArchive(() => openTestArchive(SMALL_TOWN, { contextsHub: hub.address }))
const desk = deskOf(() => town)
const LINK = `https://localcontextshub.org/projects/${PROJECT}`
const fetchAll = (body: object, as: TestAccount = 'administrator') =>
  town.send('/api/settings/local-contexts/', { method: 'PATCH', body, as })
const projects = async (address: string) => ((await town.get(address)).json as { contexts?: ContextProject[] }).contexts
const stored = async () => (await town.get('/api/local-contexts/')).json as ContextProject[]
const noChanges = async () => (await town.get('/api/item/1/')).json as { local_contexts: string }

beforeAll(() => addRecords(town.db, DRAFTS_OF_ALL))

test('without a key, a project is a link and nobody asks the Hub', async () => {
  expect((await desk.change('items', 1, { local_contexts: PROJECT })).status).toBe(200)
  expect(await projects('/api/item/1/')).toEqual([])
  expect(hub.asked).toEqual([])
})

test('a key is for administrators, is tried, and never read by anybody', async () => {
  expect((await fetchAll({ key: HUB_KEY }, 'staff')).status).toBe(403)
  const refused = await fetchAll({ key: 'another' })
  expect([refused.status, refused.json]).toEqual([400, { key: [expect.stringContaining('refused our key')] }])
  expect((await fetchAll({})).json).toMatchObject({ has_hub_key: false, contexts: [] })
  const saved = await fetchAll({ key: HUB_KEY })
  expect(saved.json).toMatchObject({ has_hub_key: true, contexts: [{ id: PROJECT, title: 'Basketry', labels: 1 }] })
  for (const address of ['/api/settings/', '/api/settings/form/', '/api/local-contexts/', '/api/audit/?kind=settings'])
    expect((await town.send(address, { as: 'administrator' })).body.toString()).not.toContain(HUB_KEY)
})

test('texts with their languages and pictures are read with the item, and with what inherits them', async () => {
  await desk.change('items', 1, { local_contexts: '' })
  expect((await desk.change('collections', 1, { local_contexts: LINK })).status).toBe(200)
  const [project, ...others] = (await projects('/api/collection/1/'))!
  expect([others, project]).toMatchObject([
    [],
    {
      ...{ id: PROJECT, title: 'Basketry' },
      labels: [
        {
          ...{
            name: 'TK Attribution (TK A)',
            text: 'Name the\nfamilies.',
            language_tag: 'en',
            community: 'Esgenoôpetitj',
          },
          translations: [{ translated_name: 'Ta’n wen', translated_text: 'Wi’tmu.', language_tag: 'mic' }],
        },
      ],
    },
  ])
  const picture = Buffer.from(project!.labels[0]!.png!, 'base64')
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 160, height: 120 })
  // Item 2 is in a collection below it.
  expect(await projects('/api/item/2/')).toEqual([project])
  expect((await town.get('/api/items/')).body.toString()).not.toContain('Ta’n wen')
})

test('what the Hub says later is fetched by the button; an entry of what is known asks nobody', async () => {
  const before = hub.asked.length
  expect((await desk.change('items', 1, { local_contexts: LINK })).status).toBe(200)
  expect(hub.asked).toHaveLength(before)
  hub.state.text = 'Say their names.'
  expect((await fetchAll({})).status).toBe(200)
  expect((await stored())[0]!.labels[0]!.text).toBe('Say their names.')
})

test('a project that cannot be fetched is an error of the field, and changes nothing', async () => {
  const other = PROJECT.replace('1d', '2e')
  const unknown = await desk.change('items', 1, { local_contexts: other })
  expect([unknown.status, unknown.json]).toEqual([
    400,
    { local_contexts: [expect.stringContaining('no such project')] },
  ])
  const known = await stored()
  for (const [change, why] of [
    [{ picture: '/a.svg' }, 'no PNG'],
    [{ picture: '/broken.png' }, 'no PNG'],
    [{ picture: 'http://169.254.169.254/a.png' }, 'no PNG'],
    [{ picture: `${hub.address}.evil.example/a.png` }, 'no PNG'],
    [{ picture: '/big.png' }, "can't reach"],
    [{ picture: '/moved.png' }, "can't reach"],
    [{ body: '<html>' }, "can't read the answer"],
    [{ body: '{"tk_labels":[{"name":"","img_url":"x"}]}' }, "can't read the answer"],
    [{ body: ' '.repeat(2 ** 20 + 1) }, "can't reach"],
  ] as const) {
    const good = { ...hub.state }
    Object.assign(hub.state, change)
    const refused = await fetchAll({})
    expect([refused.status, refused.json], why).toEqual([400, { key: [expect.stringContaining(why)] }])
    Object.assign(hub.state, good)
  }
  expect([await stored(), (await noChanges()).local_contexts]).toEqual([known, LINK])
})

test('authors of drafts make the server ask nobody; without the Hub, names can still be typed', async () => {
  const before = hub.asked.length
  await desk.change('items', draftOf('volunteer'), { local_contexts: PROJECT.replace('1d', '3f') }, 'volunteer')
  expect(hub.asked).toHaveLength(before)
  await hub.close()
  const added = {
    collection_name: 'B',
    collection_description: 'Baskets',
    hierarchy: 'fond',
    local_contexts: PROJECT.replace('1d', '4a'),
  }
  const refused = await desk.add('collections', added)
  expect([refused.status, refused.json]).toEqual([400, { local_contexts: [expect.stringContaining("can't reach")] }])
  expect((await desk.change('items', 1, { local_contexts: 'TK Attribution: ours' })).status).toBe(200)
  expect((await fetchAll({ key: '' })).json).toMatchObject({ has_hub_key: false, contexts: [{ id: PROJECT }] })
})
