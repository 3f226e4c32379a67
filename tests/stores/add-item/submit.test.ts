import { describe, expect, test } from 'vitest'
import { ERROR, FORM } from '#contract/messages.ts'
import { ApiError } from '#client/errors.ts'
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
  test('no description: the sentence in its section; typing it removes the error', async () => {
    const here = tab()
    await here.begin()
    here.stores.change({ type: 'event', title: 'Fair' })
    await here.submit()
    expect(here.stores.$errors.get()).toEqual({ description: FORM.itemDescription })
    expect(here.stores.$section.get()).toBe('description')
    here.stores.change({ description: 'F' })
    expect(here.stores.$errors.get()).toEqual({})
  })
})

describe('spec §7 "Submission sequence"', () => {
  test('the item, then the images with order, watermark, color and position; then nothing is kept', async () => {
    const here = tab()
    await here.begin()
    await here.fill('The mill', 3)
    const [first, second, third] = here.draft().images.map(({ id }) => id)
    here.stores.moveImage(third!, 0)
    here.stores.changeWatermark('all', { watermark: 'Family Calder' })
    here.stores.changeWatermark(second!, { color: 'white', position: 'top left' })
    await here.submit()
    expect(stateOf(here)).toEqual({ state: 'done', item: 100, images: 3, hasUnsentChanges: false, mayBeTwice: 0 })
    expect(here.server.items).toEqual([
      expect.objectContaining({ id: 100, type: 'photograph', title: 'The mill', visibility: 'draft', user_author: 7 }),
    ])
    const common = { size: 3, item: 100, watermark: 'Family Calder', color: 'black', position: 'bottom right' }
    expect(here.server.scans).toEqual([
      { id: third, order: 1, ...common, scan: 500 },
      { id: first, order: 2, ...common, scan: 501 },
      { id: second, order: 3, ...common, color: 'white', position: 'top left', scan: 502 },
    ])
    expect([...here.device.drafts, ...here.device.files]).toEqual([])
  })
  test('without images; and afterwards the wizard starts over in the first section', async () => {
    const here = tab()
    await here.begin()
    await here.fill()
    here.stores.goTo('description')
    await here.submit()
    expect(stateOf(here)).toEqual({ state: 'done', item: 100, images: 0, hasUnsentChanges: false, mayBeTwice: 0 })
    here.stores.startOver()
    expect(stateOf(here)).toEqual({ state: 'idle' })
    expect(here.stores.$section.get()).toBe('type')
    expect(here.fields().title).toBe('')
    await here.submit()
    expect(here.server.items).toHaveLength(1)
  })
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
  test('images that fail: the item stays, and only what failed is sent again', async () => {
    const here = tab()
    await here.begin()
    await here.fill('The mill', 3)
    const [, second] = here.draft().images
    here.imageFates.push('answered', new Status(500))
    await here.submit()
    expect(stateOf(here)).toEqual({ state: 'images-failed', failed: 1 })
    await here.submit()
    expect(here.runs.at(-1)).toEqual([second!.id])
    expect(stateOf(here)).toEqual({ state: 'done', item: 100, images: 3, hasUnsentChanges: false, mayBeTwice: 0 })
    expect(here.server.scans.map(({ order }) => order)).toEqual([1, 3, 2])
  })
  test('a session that is over: the item is posted after the login', async () => {
    let logins = 0
    const here = tab({
      async withSession(work) {
        try {
          return await work()
        } catch (problem) {
          if (!(problem instanceof ApiError) || problem.status !== 401) throw problem
          logins++
          return work()
        }
      },
    })
    await here.begin()
    await here.fill('The mill', 3)
    here.server.fates.push(new Status(401))
    await here.submit()
    expect([logins, stateOf(here)]).toEqual([
      1,
      { state: 'done', item: 100, images: 3, hasUnsentChanges: false, mayBeTwice: 0 },
    ])
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
