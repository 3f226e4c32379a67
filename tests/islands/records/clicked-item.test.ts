import { expect, test } from 'vitest'
import { answerItemClick, clickedItem, type Click } from '#islands/records/clicked-item.ts'

/** A click on a link, or (null) beside one. */
function aClick(href: string | null, keys: Partial<Click> = {}) {
  const link = href === null ? null : { getAttribute: () => href }
  const target = { closest: () => link } as unknown as EventTarget
  const prevented: true[] = []
  const preventDefault = () => void prevented.push(true)
  return { target, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...keys, preventDefault, prevented }
}

test('a plain click on a link to an item opens it', () => {
  expect(clickedItem(aClick('/itemview/12/'))).toBe(12)
})

test.each([
  '/zone-overview/12/',
  '/itemview/',
  '/itemview/0/',
  '/itemview/12/?x',
  '/itemview/x/',
  'https://a.example/itemview/1/',
  null,
])('a click on anything else does not: %s', (href) => expect(clickedItem(aClick(href))).toBeUndefined())

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'] as const)('a click with %s is left to the browser', (key) => {
  const click = aClick('/itemview/12/', { [key]: true })
  const opened: number[] = []
  answerItemClick((id) => opened.push(id))(click)
  expect([opened, click.prevented]).toEqual([[], []])
})

test('it opens the item instead of its page', () => {
  const click = aClick('/itemview/12/')
  const opened: number[] = []
  answerItemClick((id) => opened.push(id))(click)
  expect([opened, click.prevented]).toEqual([[12], [true]])
})

test('a target that is not an element is ignored', () => {
  expect(clickedItem({ ...aClick(null), target: {} as EventTarget })).toBeUndefined()
})
