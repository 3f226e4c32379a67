import { describe, expect, test } from 'vitest'
import { ERROR, FORM } from '#contract/messages.ts'
import { SessionEndedError } from '#stores/auth/auth-stores.ts'
import { CONTRACT_USER, MEMBER, Status, tab, type Fate, type Tab } from './world.ts'

const stateOf = (here: Tab) => here.stores.$submission.get()
const refused = (body: object) => new Status(400, JSON.stringify(body))

describe('spec §5: required fields', () => {
  test('no type: the sentence, and the type section', async () => {
    const here = tab()
    await here.begin()
    await here.submit()
    expect(here.stores.$errors.get().type).toBe(FORM.itemType)
    expect(here.stores.$section.get()).toBe('type')
    expect(here.server.asked).toEqual([])
  })
})

describe('spec §7 "Submission sequence"', () => {
  test('images that were chosen before the type became event are not sent', async () => {
    const here = tab()
    await here.begin()
    await here.fill('Fair', 2)
    here.stores.change({ type: 'event' })
    await here.submit()
    expect(stateOf(here)).toMatchObject({ state: 'done', images: 0 })
    expect(here.server.scans).toEqual([])
  })
  test('another like this keeps place, people, collection and date', async () => {
    const here = tab({ user: MEMBER })
    await here.begin()
    await here.fill()
    const kept = {
      location: { id: 4, name: 'Lot 4', detail: '', pending: false },
      people: [{ id: 5, name: 'Ann', detail: '', pending: true }],
      collection: { id: 6, name: 'Papers', detail: '', pending: false },
    }
    here.stores.change({ ...kept, identifier: 'A.1' })
    here.stores.setDate('start', '1901')
    await here.submit()
    const before = here.draft().id
    here.stores.startOver({ alike: true })
    expect(here.fields()).toMatchObject({
      ...kept,
      start: { typed: '1901' },
      title: '',
      description: '',
      identifier: '',
    })
    expect(here.draft().id).not.toBe(before)
    await here.pass(1_000)
    expect(here.device.stored(here.draft().id)?.fields).toMatchObject(kept)
  })
  test('collection, identifier and copyright are sent only by members of the society', async () => {
    for (const [user, sends] of [
      [MEMBER, true],
      [{ id: 3, organization: 1 }, true],
      [CONTRACT_USER, false],
    ] as const) {
      const here = tab({ user })
      await here.begin()
      await here.fill()
      here.stores.change({ identifier: 'A.1', copyright: 'Public Domain' })
      await here.submit()
      expect('archival_identifier' in here.server.items[0]!).toBe(sends)
      expect(here.server.items[0]!['copyright_info']).toBe(sends ? 'Public Domain' : undefined)
    }
  })
})

test('a message is about its draft: opening another one closes it', async () => {
  const here = tab()
  await here.begin()
  await here.fill()
  here.server.fates.push('lost')
  await here.submit()
  await here.stores.newDraft()
  expect(stateOf(here)).toEqual({ state: 'idle' })
})

describe('spec §8', () => {
  const failing = async (fate: Fate, fields = {}) => {
    const here = tab({ user: MEMBER })
    await here.begin()
    await here.fill()
    here.stores.change(fields)
    here.server.fates.push(fate)
    await here.submit()
    return here
  }
  test('400 with archival_identifier: the sentence in its section', async () => {
    const here = await failing(refused({ archival_identifier: ['taken'] }))
    expect(here.stores.$errors.get()).toEqual({ identifier: ERROR.identifierInUse })
    expect([here.stores.$section.get(), stateOf(here).state]).toEqual(['archival', 'idle'])
  })
  test('400 with externalRecordURL: the url section of a video, the description of another type', async () => {
    for (const [type, section] of [
      ['video', 'url'],
      ['photograph', 'description'],
    ] as const) {
      const here = await failing(refused({ externalRecordURL: ['taken'] }), { type })
      expect(here.stores.$errors.get()).toEqual({ url: ERROR.urlInUse })
      expect(here.stores.$section.get()).toBe(section)
    }
  })
  test('another field, and one that the wizard does not have', async () => {
    const here = await failing(refused({ people: ['Unknown person.'], tenant: ['Not yours.'] }))
    expect(here.stores.$errors.get()).toEqual({ people: 'Unknown person.', submit: 'Not yours.' })
    expect(here.stores.$section.get()).toBe('description')
  })
  test.each([
    ['no answer', 'lost', ERROR.submit],
    ['an error of the server', new Status(500, '<h1>Server Error</h1>'), ERROR.submit],
    ['too many requests', new Status(429), ERROR.submit],
    ['no session', new Status(401), ERROR.unauthorized],
  ] as const)('%s: the sentence, nothing is lost, and a second try sends it', async (_, fate, text) => {
    const here = await failing(fate)
    expect(stateOf(here)).toMatchObject({ state: 'failed', text })
    expect(here.device.stored(here.draft().id)?.fields.title).toBe('The mill')
    here.stores.dismiss()
    expect(stateOf(here).state).toBe('idle')
    await here.submit()
    expect(stateOf(here).state).toBe('done')
    expect(here.server.items).toHaveLength(1)
  })
  test('the login dialog was closed', async () => {
    const here = tab({ withSession: () => Promise.reject(new SessionEndedError()) })
    await here.begin()
    await here.fill()
    await here.submit()
    expect(stateOf(here)).toMatchObject({ state: 'failed', text: ERROR.unauthorized })
  })
})
