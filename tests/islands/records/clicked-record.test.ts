import { expect, test } from 'vitest'
import { clickedRecord, openClicked, type Click } from '#islands/records/clicked-record.ts'

/** A click on a link, or (null) beside one. */
function aClick(href: string | null, keys: Partial<Click> = {}) {
  const link = href === null ? null : { getAttribute: () => href }
  const target = { closest: () => link } as unknown as EventTarget
  const prevented: true[] = []
  const preventDefault = () => void prevented.push(true)
  return { target, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...keys, preventDefault, prevented }
}

test('a plain click on a link to an item or a zone opens it', () => {
  expect(clickedRecord(aClick('/itemview/12/'))).toEqual({ kind: 'item', id: 12 })
  expect(clickedRecord(aClick('/zone-overview/3/'))).toEqual({ kind: 'zone', id: 3 })
  expect(clickedRecord(aClick('/zone-overview/3/?year=1871'))).toEqual({ kind: 'zone', id: 3 })
})

test.each([
  '/person-overview/12/',
  '/zone-overview/',
  '/itemview/',
  '/itemview/0/',
  '/itemview/12/?x',
  '/itemview/x/',
  'https://a.example/itemview/1/',
  null,
])('a click on anything else does not: %s', (href) => expect(clickedRecord(aClick(href))).toBeUndefined())

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'] as const)('a click with %s is left to the browser', (key) => {
  const click = aClick('/itemview/12/', { [key]: true })
  const opened: number[] = []
  openClicked({ item: (id) => opened.push(id) })(click)
  expect([opened, click.prevented]).toEqual([[], []])
})

test('a kind that is not opened here is left to the browser', () => {
  const click = aClick('/zone-overview/3/')
  openClicked({ item: () => {} })(click)
  expect(click.prevented).toEqual([])
})
