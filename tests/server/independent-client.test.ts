import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/accounts/passwords.ts'
import { ArchiveClient } from '../fixtures/independent-client/client.mjs'
import { TEST_ACCOUNTS } from './fixtures.ts'
import { useArchive } from './use-archive.ts'

const PASSWORD = 'Brannock-Bay-1835'
const town = useArchive()
let base: string
beforeAll(async () => {
  for (const { id } of Object.values(TEST_ACCOUNTS)) {
    await town.db
      .updateTable('account')
      .set({ password_hash: await hashPassword(PASSWORD) })
      .where('id', '=', id)
      .execute()
  }
  await town.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(town.app.server.address() as AddressInfo).port}`
})

const jpeg = (background: string) =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer()
const status = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: { response?: Response }) => error.response?.status,
  )

test('a client that only knows the spec logs in, submits, uploads, is reviewed and sees the item published', async () => {
  const volunteer = new ArchiveClient(base)
  const visitor = new ArchiveClient(base)
  const cataloguer = new ArchiveClient(base)
  await expect(volunteer.logIn('society@example.org', 'Wrong-password-1')).rejects.toThrow(/401/)
  const me = await volunteer.logIn('society@example.org', PASSWORD)
  expect(me).toMatchObject({ id: TEST_ACCOUNTS.society.id, organization: 1 })

  // What the wizard's popups add.
  const subject = await volunteer.addSubject({
    subject_name: 'Regattas',
    subject_description: 'Races of boats.',
    subject_parent: null,
  })
  expect(subject).toMatchObject({ subject_name: 'Regattas' })
  const club = await volunteer.addOrganization({
    name: 'Yacht Club',
    altname: ['The Club'],
    date_opened: 18900000,
    date_closed: null,
    description: 'Boats and dinners.',
  })
  const person = (first_name: string, surname: string) =>
    volunteer.addPerson({
      first_name,
      middle_name: '',
      surname,
      date_of_birth: 18700000,
      date_of_death: null,
      sex: 'female',
      biography: '',
      spouses: [],
      family_tree: '',
    })
  const captain = await person('Edith', 'Marlowe')
  const mother = await person('Grace', 'Marlowe')
  expect(captain).toMatchObject({ first_name: 'Edith', surname: 'Marlowe' })
  await volunteer.addParent(mother.id, captain.id)
  await volunteer.addGrave({ entry: 'Row 9, stone 2', person: mother.id })
  await volunteer.addPersonImage(captain.id, await jpeg('#445566'))
  const collection = await volunteer.addCollection({
    collection_name: 'Club albums',
    collection_description: 'Two albums.',
    hierarchy: 'series',
    parent_collection: null,
  })

  const item = {
    type: 'photograph',
    title: 'The regatta of 1901',
    general_description: 'Eleven boats off the pier.',
    date_start: 19010700,
    date_end: null,
    location: 2,
    people: [captain.id],
    subject: [subject.id],
    organizations: [club.id],
    creator: null,
    contributors: [],
    collection: collection.id,
    archival_identifier: 'CLUB-1',
    copyright_info: 'Public Domain',
    externalRecordURL: '',
  }
  // An expired access token: refreshed once, and the call is retried.
  volunteer.useAccess('aaaa.bbbb.cccc')
  const id = await volunteer.submit(item, [await jpeg('#884422'), await jpeg('#228844')])
  await expect(volunteer.submit(item, [])).rejects.toThrow(/This archival ID is already in use!/)

  // Nobody else sees it yet.
  expect(await status(visitor.get(`/api/item/${id}/`))).toBe(404)
  expect(await status(visitor.get(`/api/person/${captain.id}/`))).toBe(404)
  expect((await visitor.get('/api/items/?search=regatta&visibility=published')).count).toBe(0)
  expect(JSON.stringify(await visitor.get('/api/subjects/'))).not.toContain('Regattas')
  const draft = await volunteer.get(`/api/item/${id}/`)
  expect(draft).toMatchObject({ id, visibility: 'draft', title: item.title })
  expect(draft.item_scans).toHaveLength(2)

  // "The review step is not shown" (spec §4): the cataloguer uses Lotline's own calls.
  await cataloguer.logIn('staff@example.org', PASSWORD)
  const { results: queue } = await cataloguer.get('/api/review/')
  expect(queue).toContainEqual(expect.objectContaining({ kind: 'items', key: id, label: item.title, scans: 2 }))
  const publish = async (kind: string, key: number) => {
    const authorization = `JWT ${access}`
    const read = await fetch(`${base}/api/records/${kind}/${key}/`, { headers: { authorization } })
    const answer = await fetch(`${base}/api/records/${kind}/${key}/publish/`, {
      method: 'POST',
      headers: { authorization, 'if-match': read.headers.get('etag')! },
    })
    return answer.status
  }
  const { access } = (await (
    await fetch(`${base}/auth/jwt/create/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'staff@example.org', password: PASSWORD }),
    })
  ).json()) as { access: string }
  expect(await publish('items', id)).toBe(200)

  // Now everybody sees it, with its dependent drafts.
  const shown = await visitor.get(`/api/item/${id}/`)
  expect(shown).toMatchObject({
    ...{ title: item.title, visibility: 'published', date_start: 19010700, archival_identifier: 'CLUB-1' },
    collection: { id: collection.id, collection_name: 'Club albums' },
    location: { id: 2 },
    people: [{ id: captain.id, surname: 'Marlowe' }],
    subject: [{ id: subject.id, subject_name: 'Regattas' }],
    organizations: [{ id: club.id, name: 'Yacht Club' }],
  })
  const found = await visitor.get(`/api/items/?page=1&page_size=5&visibility=published&people_or=${captain.id}`)
  expect(found).toMatchObject({ count: 1, results: [{ id }] })
  for (const scan of shown.item_scans) {
    const { type, bytes } = await visitor.picture(`/api/scan/image/${scan.id}/`)
    expect(type).toMatch(/^image\//)
    expect((await sharp(bytes).metadata()).width).toBeGreaterThan(300)
  }
  expect((await visitor.picture(`/api/people/images/${captain.id}/`)).bytes.length).toBeGreaterThan(100)
  // No item refers to her mother: she waits on her own, with the relationship.
  expect(await status(visitor.get(`/api/person/${mother.id}/`))).toBe(404)
  expect(await publish('people', mother.id)).toBe(200)
  expect(await visitor.get(`/api/people/relationships/?person2=${captain.id}&relationship_type=parent`)).toEqual([
    expect.objectContaining({ person1: mother.id, person2: captain.id }),
  ])
})
