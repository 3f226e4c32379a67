import { removeDraftsOf } from '#stores/add-item/draft-storage.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WIZARD } from '#contract/wizard-messages.ts'
import { NO_FIELDS } from '#rules/wizard/item-of-draft.ts'
import { type Draft, SPECIFICITIES } from '#stores/add-item/draft.ts'
import { aFile, aTag, MEMBER, opened, tab, type Tab } from './world.ts'
import { runs } from '../../setup/length.ts'

const save = (here: Tab) => here.stores.$save.get()
/** What the user sees of a draft. */
const seen = ({ fields, images, removedScans }: Draft) => ({ fields, images, removedScans })

describe('a draft is kept from the first keystroke', () => {
  test('nothing is stored before', async () => {
    const here = tab()
    await here.begin()
    here.hide()
    await here.pass(1_000)
    expect(here.device.drafts.size).toBe(0)
    here.stores.change({ title: 'T' })
    expect(save(here)).toEqual({ state: 'saving' })
    await here.pass(299)
    expect(here.device.drafts.size).toBe(0)
    await here.pass(1)
    expect(here.device.stored(here.draft().id)?.fields.title).toBe('T')
    expect(save(here)).toEqual({ state: 'saved' })
  })
  test('files when they are chosen, before it says that everything is saved', async () => {
    const here = tab()
    await here.begin()
    const states: string[] = []
    here.stores.$save.listen(({ state }) => {
      states.push(`${state} ${here.device.files.size}`)
    })
    await here.stores.addImages([aFile('1.jpg'), aFile('2.jpg')])
    expect(states.filter((each) => each.startsWith('saved'))).toEqual(['saved 2'])
    const other = await opened(here)
    expect(other.draft().images.map(({ name }) => name)).toEqual(['1.jpg', '2.jpg'])
    expect((await other.stores.readImage(other.draft().images[1]!.id))?.name).toBe('2.jpg')
  })

  const edit = fc.oneof(
    fc.record({ do: fc.constant('title' as const), text: fc.string() }),
    fc.record({ do: fc.constant('type' as const), type: fc.constantFrom('photograph', 'video', '') }),
    fc.record({
      do: fc.constant('date' as const),
      which: fc.constantFrom('start', 'end'),
      text: fc.constantFrom('1901', '19', '1850', '1901-03'),
    }),
    fc.record({
      do: fc.constant('specificity' as const),
      which: fc.constantFrom('start', 'end'),
      to: fc.constantFrom(...SPECIFICITIES),
    }),
    fc.record({ do: fc.constant('range' as const), on: fc.boolean() }),
    fc.record({ do: fc.constant('tag' as const), id: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant('untag' as const), id: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constantFrom('image', 'remove', 'undo', 'wait', 'watermark' as const), at: fc.nat(3) }),
    fc.record({ do: fc.constant('move' as const), at: fc.nat(3), to: fc.nat(4) }),
  )
  test('any edits, then a page that is left and opened again: the same draft', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 15 }), async (edits) => {
        const here = tab()
        await here.begin()
        const { stores } = here
        const image = (at: number) => here.draft().images[at]?.id ?? 'none'
        for (const each of edits) {
          if (each.do === 'title') stores.change({ title: each.text })
          else if (each.do === 'type') stores.change({ type: each.type as 'video' })
          else if (each.do === 'date') stores.setDate(each.which as 'start', each.text)
          else if (each.do === 'specificity') stores.setSpecificity(each.which as 'start', each.to)
          else if (each.do === 'range') stores.change({ isRange: each.on })
          else if (each.do === 'tag') stores.addTag('people', aTag(each.id))
          else if (each.do === 'untag') stores.removeTag('people', each.id)
          else if (each.do === 'move') stores.moveImage(image(each.at), each.to)
          else if (each.do === 'image') await stores.addImages([aFile(`${each.at}.jpg`)])
          else if (each.do === 'remove') stores.removeImage(image(each.at))
          else if (each.do === 'undo') stores.undoRemoveImage()
          else if (each.do === 'watermark') stores.changeImage(image(each.at), { watermark: 'W', color: 'white' })
          else await here.pass(500)
        }
        here.hide()
        await here.pass()
        expect(save(here)).toEqual({ state: 'saved' })
        const other = await opened(here)
        expect(seen(other.draft())).toEqual(seen(here.draft()))
        for (const { id } of other.draft().images) expect(await other.stores.readImage(id)).toBeDefined()
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('whose draft it is', () => {
  test('another account and another archive do not see it; it is there again for its own', async () => {
    const here = tab()
    await here.begin()
    await here.fill('Mine')
    const other = await opened(here, MEMBER)
    expect([other.fields().title, other.stores.$drafts.get()]).toEqual(['', []])
    await removeDraftsOf(here.device.storageOfTab(), { api: '', account: MEMBER.id })
    expect((await opened(here)).fields().title).toBe('Mine')
    here.device.drafts.set('x', { ...here.draft(), id: 'x', api: 'https://elsewhere.example' })
    expect((await opened(here)).stores.$drafts.get()).toEqual([])
  })
  test('several drafts, newest first; one is opened, or thrown away', async () => {
    const here = tab()
    await here.begin()
    await here.fill('First', 2)
    await here.stores.newDraft()
    expect(here.fields()).toEqual(NO_FIELDS)
    expect(here.stores.$drafts.get()).toMatchObject([
      { title: 'First', type: 'photograph', images: 2, isPartlySent: false },
    ])
    await here.stores.newDraft()
    here.stores.change({ title: 'Second' })
    const second = here.draft().id
    await here.stores.openDraft(here.stores.$drafts.get()[0]!.id)
    expect(here.fields().title).toBe('First')
    expect(here.stores.$drafts.get()).toMatchObject([{ id: second, title: 'Second' }])
    await here.stores.throwAwayDraft(here.draft().id)
    expect(here.fields()).toEqual(NO_FIELDS)
    expect([here.device.drafts.size, here.device.files.size]).toEqual([1, 0])
  })
})

describe('a device that refuses', () => {
  const full = new DOMException('', 'QuotaExceededError')
  test('full: it says so, goes on, and saves when there is room again', async () => {
    const here = tab()
    await here.begin()
    here.device.breakWith(full)
    await here.stores.addImages([aFile('1.jpg')])
    here.stores.change({ title: 'T' })
    await here.pass(1_000)
    expect(save(here)).toEqual({ state: 'failed', why: 'full' })
    expect((await here.stores.readImage(here.draft().images[0]!.id))?.name).toBe('1.jpg')
    here.device.breakWith(undefined)
    here.stores.change({ title: 'Ti' })
    await here.pass(1_000)
    expect(save(here)).toEqual({ state: 'saved' })
    expect((await opened(here)).fields().title).toBe('Ti')
    expect(here.device.files.size).toBe(1)
  })
  test('files that have no room are not tried: the text is saved, and the files are sent from memory', async () => {
    const here = tab()
    await here.begin()
    here.device.leaveRoom(2)
    await here.fill('The mill', 2)
    expect(save(here)).toEqual({ state: 'failed', why: 'full' })
    expect(here.device.stored(here.draft().id)?.images).toHaveLength(2)
    await here.submit()
    expect(here.stores.$submission.get()).toMatchObject({ state: 'done', images: 2 })
  })
  test('a file that was moved away before it was stored is named; the others are kept', async () => {
    const here = tab()
    await here.begin()
    await here.stores.addImages([aFile('1.jpg'), aFile('moved.jpg'), aFile('3.jpg')])
    await here.pass(1_000)
    expect(here.stores.$errors.get()).toEqual({ files: WIZARD.unreadableFiles(['moved.jpg']) })
    expect(here.draft().images.map(({ name }) => name)).toEqual(['1.jpg', '3.jpg'])
    expect([save(here).state, here.device.files.size]).toEqual(['saved', 2])
  })
  test('no storage at all: it says so, and the item can be sent', async () => {
    const here = tab()
    here.device.breakWith(new DOMException('', 'SecurityError'))
    await here.begin()
    await here.fill('The mill', 2)
    expect(save(here)).toEqual({ state: 'failed', why: 'blocked' })
    await here.submit()
    expect(here.stores.$submission.get()).toMatchObject({ state: 'done', images: 2 })
    expect(here.server.items).toHaveLength(1)
  })
})

test('a new image gets the watermark of the others', async () => {
  const here = tab()
  await here.begin()
  await here.fill('The mill', 1)
  here.stores.changeImage('all', { watermark: 'Family Calder', color: 'white' })
  await here.stores.addImages([aFile('2.jpg')])
  expect(here.draft().images[1]).toMatchObject({ watermark: 'Family Calder', color: 'white', position: 'bottom right' })
})

test('a removed image comes back at its place, until the next one is removed', async () => {
  const here = tab()
  await here.begin()
  await here.fill('The mill', 3)
  const [first, second, third] = here.draft().images
  here.stores.removeImage(second!.id)
  expect(here.stores.$removedImage.get()).toEqual(second)
  expect(here.device.files.has(second!.id)).toBe(true)
  here.stores.undoRemoveImage()
  expect(here.draft().images).toEqual([first, second, third])
  here.stores.removeImage(first!.id)
  here.stores.removeImage(third!.id)
  here.stores.undoRemoveImage()
  expect(here.draft().images).toEqual([second, third])
  expect(here.device.files.has(first!.id)).toBe(false)
})
