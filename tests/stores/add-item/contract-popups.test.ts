import { afterEach, expect, test, vi } from 'vitest'
import type { NewRecordKind } from '#rules/wizard/new-records.ts'
import { createNewRecord } from '#stores/add-item/new-records.ts'
import {
  EMAIL,
  PASSWORD,
  startDjangoServer,
  type DjangoOptions,
  type DjangoServer,
} from '../../fixtures/django-server/django-server.ts'
import { year } from './new-record-world.ts'
import { serverTab } from './server-tab.ts'
import { aFile, aTag } from './world.ts'

// The popups of the wizard on a server that has only the calls of spec §7.

let server: DjangoServer
afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

async function setUp(options: Partial<DjangoOptions> = {}) {
  server = await startDjangoServer(options)
  const { auth, client } = serverTab({ base: server.base })
  await auth.login(EMAIL, PASSWORD)
  const add = (body: { first_name: string; surname: string }) => client.call('createPerson', { body })
  for (const first_name of ['Grace', 'Adam', 'Edith']) await add({ first_name, surname: 'Marlowe' })
  server.asked.length = 0
  return function popup(kind: NewRecordKind, typed: string) {
    const onAdded = vi.fn()
    const deps = {
      client,
      pictureClient: client,
      user: auth.$auth.get().user!,
      withSession: auth.withSession,
      newId: () => crypto.randomUUID(),
    }
    return {
      record: createNewRecord(deps, {
        kind,
        typed,
        kept: null,
        keep: () => {},
        readPicture: () => Promise.resolve(undefined),
        onAdded,
      }),
      onAdded,
    }
  }
}
const posts = () => server.asked.filter((call) => call.startsWith('POST /api/'))

test.each([{}, { notShown: 'nothing' as const }, { ignoresSearch: true, forbids: true }])(
  'a person with dates, spouse, grave, portrait and parents (%o)',
  async (options) => {
    const popup = await setUp(options)
    const { record, onAdded } = popup('person', 'John Calder')
    record.change({ date_of_birth: year('1843'), sex: 'male', spouses: [aTag(3)], parents: [aTag(1), aTag(2)] })
    record.change({ grave: 'Row 9', picture: aFile('john.jpg') })
    await record.save()
    expect(posts()).toEqual([
      'POST /api/people/',
      'POST /api/graves/',
      'POST /api/people/images/create/',
      'POST /api/people/relationships/',
      'POST /api/people/relationships/',
    ])
    expect(server.tables.people[3]).toMatchObject({ surname: 'Calder', date_of_birth: 18_430_000, spouses: [3] })
    expect(server.tables.relationships).toMatchObject([
      { person1: 1, person2: 4, relationship_type: 'parent' },
      { person1: 2, person2: 4, relationship_type: 'parent' },
    ])
    // Such a server does not say what waits for review.
    expect(onAdded).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 4, pending: false }))
  },
)

test('a subject, an organization and a collection with their parents', async () => {
  const popup = await setUp()
  const subject = popup('subject', 'Boats')
  subject.record.change({ subject_description: 'All of them.' })
  await subject.record.save()
  const below = popup('subject', 'Ferries')
  below.record.change({ subject_description: 'To the island.', subject_parent: aTag(1) })
  await below.record.save()
  const organization = popup('organization', 'Mill')
  organization.record.change({ description: 'Grain.', altname: 'Old Mill, , The Mill' })
  await organization.record.save()
  const collection = popup('collection', 'Papers')
  collection.record.change({ collection_description: 'Of the mill.', hierarchy: 'series' })
  await collection.record.save()
  expect(server.tables.subjects).toMatchObject([
    { subject_name: 'Boats' },
    { subject_name: 'Ferries', subject_parent: 1 },
  ])
  expect(server.tables.organizations).toMatchObject([{ name: 'Mill', altname: ['Old Mill', 'The Mill'] }])
  expect(server.tables.collections).toMatchObject([{ collection_name: 'Papers', hierarchy: 'series' }])
  for (const { onAdded } of [subject, below, organization, collection]) expect(onAdded).toHaveBeenCalledOnce()
})

test('an answer that is lost: the person is found and not added twice', async () => {
  const popup = await setUp()
  const { record, onAdded } = popup('person', 'John Calder')
  server.next('POST /api/people/', 'drop answer')
  await record.save()
  expect(record.$state.get()).toMatchObject({ state: 'failed', isFixed: true })
  await record.save()
  expect(onAdded).toHaveBeenCalledOnce()
  expect(server.tables.people).toHaveLength(4)
})
