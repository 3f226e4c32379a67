import { describe, expectTypeOf, test } from 'vitest'
import type { Draft } from '#stores/add-item/draft.ts'
import type { AddItemStores } from '#stores/add-item/create-add-item-stores.ts'

/** What must not compile: each `@ts-expect-error` line is an error of the type checker, or this file is. */
declare const stores: AddItemStores

describe('the wizard', () => {
  test('changes dates only through the rules of spec §5', () => {
    stores.change({ title: 'The mill', isRange: true })
    // @ts-expect-error -- a date goes through setDate, which refuses one that breaks the order
    stores.change({ start: { specificity: 'year', typed: '1901' } })
    // @ts-expect-error -- spec §2: Year, Month, Date
    stores.setSpecificity('start', 'decade')
  })
  test('offers the types of spec §9 for the wizard, and no others', () => {
    // @ts-expect-error -- newspapers are added by staff
    stores.change({ type: 'newspaper' })
    expectTypeOf<NonNullable<Parameters<AddItemStores['change']>[0]['type']>>().toEqualTypeOf<
      '' | 'photograph' | 'postcard' | 'event' | 'video' | 'object' | 'paper_record'
    >()
  })
  test('has one list of tags for each list of spec §3', () => {
    stores.addTag('people', { id: 1, name: 'Ann', detail: '', pending: false })
    // @ts-expect-error -- an item has one creator
    stores.addTag('creator', { id: 1, name: 'Ann', detail: '', pending: false })
    expectTypeOf<Draft['item']>().toEqualTypeOf<number | null>()
  })
})
