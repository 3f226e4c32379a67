import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createGestures, GESTURE } from '#islands/map/engine/gestures.ts'
import type { PointerKind } from '#islands/map/engine/gestures.ts'
import { createClock } from './clock.ts'
import { runs } from '../../../setup/length.ts'

function start() {
  const clock = createClock()
  const seen: string[] = []
  const gestures = createGestures<number>({
    schedule: clock.schedule,
    click: (target) => seen.push(`click ${target}`),
    double: (target) => seen.push(`double ${target}`),
    long: (target) => seen.push(`long ${target}`),
  })
  const tap = (target: number, kind: PointerKind = 'mouse', x = 10, y = 10) => {
    gestures.press({ id: 1, kind, x, y, target })
    clock.pass(40)
    gestures.release(1)
  }
  return { clock, seen, gestures, tap }
}

describe('a mouse', () => {
  test('a double click has the target of its first press, also when the second press is held', () => {
    const { clock, seen, gestures, tap } = start()
    tap(1)
    clock.pass(GESTURE.second - 50)
    gestures.press({ id: 1, kind: 'mouse', x: 12, y: 10, target: 2 })
    clock.pass(GESTURE.second)
    gestures.release(1)
    clock.pass(2_000)
    expect(seen).toEqual(['double 1'])
  })
  test('a third click in a row belongs to the double click, a later one is a click', () => {
    const { clock, seen, tap } = start()
    for (const target of [1, 2, 3]) tap(target)
    clock.pass(2_000)
    tap(4)
    clock.pass(2_000)
    expect(seen).toEqual(['double 1', 'click 4'])
  })
  test('clicks in two places are two clicks, the first at once', () => {
    const { clock, seen, tap } = start()
    tap(1)
    tap(2, 'mouse', 200)
    expect(seen).toEqual(['click 1'])
    clock.pass(GESTURE.second)
    expect(seen).toEqual(['click 1', 'click 2'])
  })
  test('a drag is not a click, and a click before it still counts', () => {
    const { clock, seen, gestures, tap } = start()
    tap(1)
    gestures.press({ id: 1, kind: 'mouse', x: 10, y: 10, target: 2 })
    gestures.move({ id: 1, x: 40, y: 10 })
    gestures.move({ id: 1, x: 10, y: 10 })
    gestures.release(1)
    clock.pass(2_000)
    expect(seen).toEqual(['click 1'])
  })
  test('has no long press', () => {
    const { clock, seen, gestures } = start()
    gestures.press({ id: 1, kind: 'mouse', x: 1, y: 1, target: 1 })
    clock.pass(3_000)
    gestures.release(1)
    clock.pass(GESTURE.second)
    expect(seen).toEqual(['click 1'])
  })
  test("a slow double click by the user's settings clicks once and opens its first target", () => {
    const { clock, seen, gestures, tap } = start()
    tap(1)
    clock.pass(400)
    tap(2)
    gestures.browserDouble()
    clock.pass(2_000)
    expect(seen).toEqual(['click 1', 'double 1'])
  })
  test("the browser's dblclick after ours adds nothing", () => {
    const { clock, seen, gestures, tap } = start()
    tap(1)
    tap(1)
    gestures.browserDouble()
    clock.pass(2_000)
    expect(seen).toEqual(['double 1'])
  })
})

describe('a finger', () => {
  test('may double tap a little apart', () => {
    const { clock, seen, tap } = start()
    tap(1, 'touch', 10)
    clock.pass(100)
    tap(2, 'touch', 30)
    clock.pass(2_000)
    expect(seen).toEqual(['double 1'])
  })
  test('does nothing when the browser cancels it', () => {
    const { clock, seen, gestures } = start()
    gestures.press({ id: 1, kind: 'touch', x: 1, y: 1, target: 1 })
    gestures.cancel(1)
    clock.pass(1_000)
    expect(seen).toEqual([])
  })
})

type Step =
  | { do: 'press'; id: number; kind: PointerKind; x: number }
  | { do: 'move'; id: number; x: number }
  | { do: 'release' | 'cancel'; id: number }
  | { do: 'pass'; milliseconds: number }
  | { do: 'browserDouble' }
const id = fc.constantFrom(1, 1, 1, 2)
const x = fc.constantFrom(0, 2, 6, 40, 300)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('press' as const), id, kind: fc.constantFrom('mouse', 'touch', 'pen'), x }),
  fc.record({ do: fc.constant('release' as const), id }),
  fc.record({ do: fc.constant('release' as const), id }),
  fc.record({ do: fc.constant('move' as const), id, x }),
  fc.record({ do: fc.constant('cancel' as const), id }),
  fc.record({ do: fc.constant('pass' as const), milliseconds: fc.constantFrom(1, 40, 249, 250, 251, 499, 500, 900) }),
  fc.record({ do: fc.constant('browserDouble' as const) }),
)

test('in any sequence a press counts at most once, and all timers end', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { clock, seen, gestures } = start()
      let presses = 0
      let doubles = 0
      for (const each of steps) {
        if (each.do === 'press') gestures.press({ ...each, y: 0, target: (presses += 1) })
        else if (each.do === 'move') gestures.move({ ...each, y: 0 })
        else if (each.do === 'pass') clock.pass(each.milliseconds)
        else if (each.do === 'browserDouble') {
          gestures.browserDouble()
          doubles += 1
        } else gestures[each.do](each.id)
      }
      clock.pass(10_000)
      const clicks = seen.filter((line) => line.startsWith('click'))
      const two = seen.filter((line) => line.startsWith('double'))
      const long = seen.filter((line) => line.startsWith('long'))
      expect(new Set(clicks).size).toBe(clicks.length)
      // A double click is two presses; where the browser found it, the first of them may have been a click.
      expect(clicks.length + 2 * two.length + long.length).toBeLessThanOrEqual(presses + doubles)
      if (doubles === 0) {
        const targets = seen.map((line) => line.split(' ')[1])
        expect(new Set(targets).size).toBe(targets.length)
      }
      for (const pointer of [1, 2]) gestures.cancel(pointer)
      clock.pass(10_000)
      expect(clock.waiting()).toBe(0)
    }),
    { numRuns: runs(500) },
  )
})
