import { expect, test } from 'vitest'
import { createHandover, STAY } from '#islands/map/engine/layer-handover.ts'
import { createClock } from './clock.ts'

function map() {
  const clock = createClock()
  const taken: string[] = []
  return { clock, taken, handover: createHandover({ later: clock.later, take: (key) => taken.push(key) }) }
}

test('a layer stays until all that take its place cover the view', () => {
  const { handover, taken, clock } = map()
  handover.leave('2015', ['2010', '2010 north'])
  handover.settled('2010')
  expect(taken).toEqual([])
  handover.settled('2010 north')
  expect(taken).toEqual(['2015'])
  expect(clock.waiting()).toBe(0)
})
test('it does not wait for ever', () => {
  const { handover, taken, clock } = map()
  handover.leave('2015', ['2010'])
  clock.pass(STAY - 1)
  expect(taken).toEqual([])
  clock.pass(1)
  handover.settled('2010')
  expect(taken).toEqual(['2015'])
})
test('with nothing in its place it leaves at once', () => {
  const { handover, taken } = map()
  handover.leave('1879', [])
  expect(taken).toEqual(['1879'])
})
test('a quick change of mind: each waits for the last', () => {
  const { handover, taken } = map()
  handover.leave('2015', ['2010'])
  handover.leave('2010', ['2006'])
  handover.settled('2010')
  expect(taken).toEqual([])
  handover.settled('2006')
  expect(taken.toSorted()).toEqual(['2010', '2015'])
})
test('what is chosen again before it left is not taken, and what was to take its place leaves', () => {
  const { handover, taken, clock } = map()
  handover.leave('2015', ['2010'])
  expect(handover.recall('2015')).toBe(true)
  handover.leave('2010', ['2015'])
  handover.settled('2015')
  clock.pass(STAY)
  expect(taken).toEqual(['2010'])
  expect(handover.recall('2015')).toBe(false)
})
test('at the end nothing stays', () => {
  const { handover, taken, clock } = map()
  handover.leave('2015', ['2010'])
  handover.stop()
  expect([taken, clock.waiting()]).toEqual([['2015'], 0])
})
