import { beforeEach, describe, expect, test } from 'vitest'
import { LAYER_WAIT, watchLayer } from '#islands/map/engine/layer-watch.ts'
import type { LayerWatch } from '#islands/map/engine/layer-watch.ts'
import { createClock } from './clock.ts'

let clock: ReturnType<typeof createClock>
let said: (string | null)[]
let again: number
let watch: LayerWatch
beforeEach(() => {
  clock = createClock()
  said = []
  again = 0
  watch = watchLayer({ later: clock.later, report: (problem) => said.push(problem), again: () => (again += 1) })
})
const times = (count: number, call: () => void) => Array.from({ length: count }, call)

describe('a layer', () => {
  test('that answers has no problem', () => {
    times(6, watch.asked)
    clock.pass(LAYER_WAIT.slow - 1)
    times(6, watch.came)
    watch.done()
    clock.pass(60_000)
    expect(said).toEqual([])
  })
  test('that shows nothing for a while is slow, until a tile comes', () => {
    times(6, watch.asked)
    clock.pass(LAYER_WAIT.slow)
    expect(said).toEqual(['slow'])
    watch.came()
    expect(said).toEqual(['slow', null])
  })
  test('of which every tile fails is away, is tried again, and is there when one comes', () => {
    times(2, watch.asked)
    watch.failed()
    expect(said).toEqual([])
    watch.failed()
    watch.done()
    expect(said).toEqual(['away'])
    clock.pass(LAYER_WAIT.again)
    expect(again).toBe(1)
    watch.asked()
    watch.failed()
    watch.done()
    clock.pass(LAYER_WAIT.again)
    expect([again, said]).toEqual([2, ['away']])
    watch.asked()
    watch.came()
    watch.done()
    clock.pass(LAYER_WAIT.again)
    expect([again, said]).toEqual([2, ['away', null]])
  })
  test('need not be waited for to its last tile', () => {
    times(20, watch.asked)
    times(4, watch.failed)
    expect(said).toEqual(['away'])
  })
  test('that ends here and there in the view is not away', () => {
    times(9, watch.asked)
    watch.came()
    times(8, watch.failed)
    watch.done()
    expect(said).toEqual([])
  })
  test('that is outside of the view for a while says nothing', () => {
    watch.asked()
    watch.done()
    clock.pass(60_000)
    expect(said).toEqual([])
  })
  test('that is taken off has no problem any more, and asks for nothing', () => {
    watch.asked()
    watch.failed()
    watch.stop()
    clock.pass(60_000)
    expect([said, again]).toEqual([['away', null], 0])
  })
})
