import { removeDraftsOf } from '#stores/add-item/account-drafts.ts'
import { describe, expect, test } from 'vitest'
import { NO_FIELDS } from '#rules/wizard/item-of-draft.ts'
import { readDraft } from '#stores/add-item/draft-format.ts'
import { CONTRACT_USER, device, MEMBER, opened, tab } from './world.ts'

describe('formats', () => {
  test('a field that is damaged or unknown does not take the others with it', async () => {
    const here = tab()
    await here.begin()
    await here.fill('The mill', 1)
    const stored = here.device.stored(here.draft().id)!
    const { credit: _credit, ...older } = stored.fields
    const read = readDraft({ ...stored, fields: { ...older, people: 'Ann', start: undefined, extra: 1 } })
    expect(read).toEqual({ ...stored, fields: { ...stored.fields, people: [], start: NO_FIELDS.start } })
  })
  test('a draft of a newer version stays as it is, until its user removes all drafts', async () => {
    const kept = device()
    const newer = { id: 'n', format: 99, account: 7, api: '', fields: {} }
    kept.drafts.set('n', newer)
    const here = tab({ device: kept, user: CONTRACT_USER })
    await here.begin()
    expect([here.stores.$newerDrafts.get(), here.stores.$drafts.get()], 'it is told').toEqual([1, []])
    expect((await opened(here, MEMBER)).stores.$newerDrafts.get(), 'not to another account').toBe(0)
    await here.fill()
    await here.submit()
    expect([...kept.drafts.values()]).toEqual([newer])
    await removeDraftsOf(kept.storageOfTab(), { api: '', account: 7 })
    expect(kept.drafts.size).toBe(0)
  })
  test('a newer version that takes the open draft over is not overwritten', async () => {
    const here = tab()
    await here.begin()
    await here.fill('The mill')
    const { id } = here.draft()
    // Whether or not it counted on.
    const newer = { ...here.device.stored(id)!, format: 99, more: 'of tomorrow' }
    here.device.drafts.set(id, newer)
    here.stores.change({ title: 'The old mill' })
    await here.pass(1_000)
    expect(here.stores.$save.get()).toEqual({ state: 'failed', why: 'newer' })
    await here.submit()
    expect([here.server.items, here.device.drafts.get(id)]).toEqual([[], newer])
    expect(here.fields().title, 'what was typed can still be read').toBe('The old mill')
    const later = await opened(here)
    expect([later.stores.$newerDrafts.get(), later.fields()]).toEqual([1, NO_FIELDS])
  })
})
