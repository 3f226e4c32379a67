import { expect, test } from 'vitest'
import { createHandover, STAY } from '#islands/map/engine/layer-handover.ts'
import { createClock } from './clock.ts'

function map() {
  const clock = createClock()
  const taken: string[] = []
  return { clock, taken, handover: createHandover({ schedule: clock.schedule, remove: (key) => taken.push(key) }) }
}

test('a layer stays until all its successors cover the view', () => {
  const { handover, taken, clock } = map()
  handover.leave('2015', ['2010', '2010 north'])
  handover.ready('2010')
  expect(taken).toEqual([])
  handover.ready('2010 north')
  expect(taken).toEqual(['2015'])
  expect(clock.waiting()).toBe(0)
})
test('it does not wait forever', () => {
  const { handover, taken, clock } = map()
  handover.leave('2015', ['2010'])
  clock.pass(STAY - 1)
  expect(taken).toEqual([])
  clock.pass(1)
  handover.ready('2010')
  expect(taken).toEqual(['2015'])
})
test('without successors it is removed at once', () => {
  const { handover, taken } = map()
  handover.leave('1879', [])
  expect(taken).toEqual(['1879'])
})
test('quick changes: each layer waits for the last one', () => {
  const { handover, taken } = map()
  handover.leave('2015', ['2010'])
  handover.leave('2010', ['2006'])
  handover.ready('2010')
  expect(taken).toEqual([])
  handover.ready('2006')
  expect(taken.toSorted()).toEqual(['2010', '2015'])
})
test('a recalled layer stays, and its successor leaves', () => {
  const { handover, taken, clock } = map()
  handover.leave('2015', ['2010'])
  expect(handover.recall('2015')).toBe(true)
  handover.leave('2010', ['2015'])
  handover.ready('2015')
  clock.pass(STAY)
  expect(taken).toEqual(['2010'])
  expect(handover.recall('2015')).toBe(false)
})
