import { describe, expect, test } from 'vitest'
import { WIZARD } from '#contract/wizard-messages.ts'
import { NO_FIELDS } from '#rules/wizard/item-of-draft.ts'
import { aFile, opened, tab, type Given, type Tab } from './world.ts'

const save = (here: Tab) => here.stores.$save.get()

describe('two tabs on one draft', () => {
  async function twoTabs() {
    const one = tab()
    await one.begin()
    await one.fill('The mill', 1)
    const two = await opened(one)
    return { one, two }
  }
  test('a tab without changes of its own follows the other', async () => {
    const { one, two } = await twoTabs()
    one.stores.change({ title: 'Calder mill' })
    await one.pass(300)
    await two.pass()
    expect(two.fields().title).toBe('Calder mill')
    two.stores.change({ title: 'Mill' })
    await two.pass(300)
    await one.pass()
    expect([one.fields().title, save(one).state, save(two).state]).toEqual(['Mill', 'saved', 'saved'])
  })
  test('a tab that is behind does not overwrite: the user decides', async () => {
    for (const keeps of [true, false]) {
      const { one, two } = await twoTabs()
      two.stores.change({ title: 'Two' })
      one.stores.change({ title: 'One' })
      await one.pass(300)
      await two.pass(300)
      expect(save(two)).toEqual({ state: 'failed', why: 'behind' })
      expect(one.device.stored(one.draft().id)?.fields.title).toBe('One')
      two.stores.change({ description: 'More' })
      await two.pass(1_000)
      await two.submit()
      expect([two.server.items, one.device.stored(one.draft().id)?.fields.title]).toEqual([[], 'One'])
      if (keeps) await two.stores.keepThisDraft()
      else await two.stores.openDraft(two.draft().id)
      await two.pass(1_000)
      expect(save(two).state).toBe('saved')
      expect(two.fields().title).toBe(keeps ? 'Two' : 'One')
      expect(one.device.stored(one.draft().id)?.fields.title).toBe(keeps ? 'Two' : 'One')
    }
  })
  test('files that had no room stay when the tab follows the other', async () => {
    const { one, two } = await twoTabs()
    two.device.leaveRoom(2)
    await two.stores.addImages([aFile('2.jpg')])
    await one.pass()
    one.stores.change({ title: 'Calder mill' })
    await one.pass(300)
    await two.pass()
    expect(two.fields().title).toBe('Calder mill')
    expect(await two.stores.readImage(two.draft().images[1]!.id)).toBeDefined()
  })
  test('what the server answered to one tab is not lost when the other goes on', async () => {
    const { one, two } = await twoTabs()
    two.stores.change({ title: 'Two' })
    one.imageFates.push('tab killed')
    await one.submit()
    await two.pass(1_000)
    expect(save(two)).toEqual({ state: 'failed', why: 'behind' })
    await two.stores.keepThisDraft()
    expect(two.draft()).toMatchObject({ item: 100, fields: { title: 'Two' } })
  })
  test('a tab that is sending stores its answers in what the other has changed', async () => {
    const answer = Promise.withResolvers<number>()
    const one = tab({ upload: () => answer.promise })
    await one.begin()
    await one.fill('The mill', 1)
    const two = await opened(one)
    void one.stores.submit()
    await one.pass()
    two.stores.change({ title: 'Two' })
    await two.pass(300)
    answer.resolve(500)
    await one.pass()
    expect(one.device.stored(two.draft().id)).toMatchObject({
      fields: { title: 'Two' },
      item: 100,
      images: [{ scan: 500 }],
    })
    expect(one.stores.$submission.get()).toMatchObject({ state: 'done' })
    await two.pass()
    expect(two.draft()).toMatchObject({ item: 100, itemFields: { title: 'The mill' }, fields: { title: 'Two' } })
  })
  test('while one tab sends it, the other does not', async () => {
    const held = new Set<string>()
    const request = async (name: string, _options: unknown, work: (lock: object | null) => Promise<void>) => {
      if (held.has(name)) return work(null)
      held.add(name)
      await work({}).finally(() => held.delete(name))
    }
    const locks = { request } as unknown as NonNullable<Given['locks']>
    const answer = Promise.withResolvers<number>()
    const one = tab({ locks, upload: () => answer.promise })
    await one.begin()
    await one.fill('The mill', 1)
    const two = tab({ locks, device: one.device, server: one.server })
    await two.begin()
    void one.stores.submit()
    await one.pass()
    await two.submit()
    expect(two.stores.$submission.get()).toMatchObject({ state: 'failed', more: WIZARD.sendingElsewhere })
    answer.resolve(500)
    await one.pass()
    expect(one.stores.$submission.get()).toMatchObject({ state: 'done' })
    expect([one.server.items.length, held.size]).toEqual([1, 0])
  })
  test('it was sent in the other tab: a new draft', async () => {
    const { one, two } = await twoTabs()
    await one.submit()
    await two.pass()
    expect(two.fields()).toEqual(NO_FIELDS)
  })
})
