import { beforeEach, describe, expect, test } from 'vitest'
import { LAYER_WAIT, watchLayer } from '#islands/map/engine/layer-watch.ts'
import { createClock } from './clock.ts'

let clock: ReturnType<typeof createClock>
let said: (string | null)[]
let again: number
let watch: ReturnType<typeof watchLayer>
beforeEach(() => {
  clock = createClock()
  said = []
  again = 0
  watch = watchLayer({ schedule: clock.schedule, report: (problem) => said.push(problem), retry: () => (again += 1) })
})
const times = (count: number, call: () => void) => Array.from({ length: count }, call)

describe('a layer', () => {
  test('that loads has no problem', () => {
    times(6, watch.tileRequested)
    clock.pass(LAYER_WAIT.slow - 1)
    times(6, watch.tileLoaded)
    watch.idle()
    clock.pass(60_000)
    expect(said).toEqual([])
  })
  test('without a tile for a while is slow, until one loads', () => {
    times(6, watch.tileRequested)
    clock.pass(LAYER_WAIT.slow)
    expect(said).toEqual(['slow'])
    watch.tileLoaded()
    expect(said).toEqual(['slow', null])
  })
  test('whose tiles all fail is away, is retried, and recovers with the first tile', () => {
    times(2, watch.tileRequested)
    watch.tileFailed()
    expect(said).toEqual([])
    watch.tileFailed()
    watch.idle()
    expect(said).toEqual(['away'])
    clock.pass(LAYER_WAIT.retry)
    expect(again).toBe(1)
    watch.tileRequested()
    watch.tileFailed()
    watch.idle()
    clock.pass(LAYER_WAIT.retry)
    expect([again, said]).toEqual([2, ['away']])
    watch.tileRequested()
    watch.tileLoaded()
    watch.idle()
    clock.pass(LAYER_WAIT.retry)
    expect([again, said]).toEqual([2, ['away', null]])
  })
  test('does not have to load its last tile', () => {
    times(20, watch.tileRequested)
    times(4, watch.tileFailed)
    expect(said).toEqual(['away'])
  })
  test('with some missing tiles is not away', () => {
    times(9, watch.tileRequested)
    watch.tileLoaded()
    times(8, watch.tileFailed)
    watch.idle()
    expect(said).toEqual([])
  })
  test('that is out of view has no problem', () => {
    watch.tileRequested()
    watch.idle()
    clock.pass(60_000)
    expect(said).toEqual([])
  })
  test('that is removed has no problem, and requests nothing', () => {
    watch.tileRequested()
    watch.tileFailed()
    watch.stop()
    clock.pass(60_000)
    expect([said, again]).toEqual([['away', null], 0])
  })
})
