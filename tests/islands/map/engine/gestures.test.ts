import fc from 'fast-check'
import { expect, test } from 'vitest'
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
  return { clock, seen, gestures }
}

/** Plays gestures of one pointer: `tap 2@30` presses at x = 30 over target 2 and releases after 40 ms; numbers are milliseconds that pass. */
function play(kind: PointerKind, steps: string): string[] {
  const { clock, seen, gestures } = start()
  const press = (what = '1') => {
    const [target, x = 10] = what.split('@').map(Number)
    gestures.press({ id: 1, kind, x, y: 10, target: target! })
  }
  for (const step of steps.split(', ')) {
    const [name, what] = step.split(' ')
    if (name === 'press' || name === 'tap') press(what)
    if (name === 'tap') clock.pass(40)
    if (name === 'tap' || name === 'release') gestures.release(1)
    if (name === 'move') gestures.move({ id: 1, x: Number(what), y: 10 })
    if (name === 'cancel') gestures.cancel(1)
    if (name === 'browser') gestures.browserDouble()
    if (name === 'wait') clock.pass(Number(what))
  }
  clock.pass(2_000)
  return seen
}

test.each<[what: string, kind: PointerKind, steps: string, seen: string[]]>([
  ['a second press that is held is still a double click, of its first target', 'mouse', `tap 1, wait 200, press 2@12, wait ${GESTURE.second}, release`, ['double 1']],
  ['a third click in a row belongs to the double click', 'mouse', 'tap 1, tap 2, tap 3', ['double 1']],
  ['a later one is a click', 'mouse', 'tap 1, tap 2, tap 3, wait 2000, tap 4', ['double 1', 'click 4']],
  ['clicks in two places are two clicks', 'mouse', 'tap 1, tap 2@200', ['click 1', 'click 2']],
  ['a drag is not a click, and a click before it still counts', 'mouse', 'tap 1, press 2, move 40, move 10, release', ['click 1']],
  ['a mouse has no long press', 'mouse', 'press 1, wait 3000, release', ['click 1']],
  ['a slow double click by the settings of the user clicks once and opens its first target', 'mouse', 'tap 1, wait 400, tap 2, browser', ['click 1', 'double 1']],
  ["the browser's dblclick after ours adds nothing", 'mouse', 'tap 1, tap 1, browser', ['double 1']],
  ['a finger may double tap a little apart', 'touch', 'tap 1@10, wait 100, tap 2@30', ['double 1']],
  ['the release of a long press is not a tap', 'touch', `press 1@1, move 6, wait ${GESTURE.long}, release`, ['long 1']],
  ['a finger that the browser cancels does nothing', 'touch', 'press 1, cancel, wait 1000', []],
])('%s', (_, kind, steps, seen) => expect(play(kind, steps)).toEqual(seen)) // prettier-ignore

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
