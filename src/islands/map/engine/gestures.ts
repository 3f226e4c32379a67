import type { Schedule } from '#stores/shared/deps.ts'

export const GESTURE = {
  /** Milliseconds that a click waits for a second one. */
  second: 250,
  /** Milliseconds of a long press. */
  long: 500,
  /** CSS pixels that a press may move. */
  stray: { mouse: 4, touch: 10, pen: 8 },
  /** CSS pixels between the two presses of a double click. */
  apart: { mouse: 8, touch: 30, pen: 16 },
} as const

export type PointerKind = 'mouse' | 'touch' | 'pen'
interface Press<Target> {
  id: number
  kind: PointerKind
  x: number
  y: number
  /** What was under the pointer on pointerdown: the map may move before the gesture is recognized. */
  target: Target
}

interface GestureHandlers<Target> {
  schedule: Schedule
  click(target: Target): void
  /** A double click or double tap. The target is that of the first press. */
  double(target: Target): void
  /** A long press of a finger or a pen. */
  long(target: Target): void
}

/**
 * Recognizes clicks, double clicks and long presses (spec §2 "Map behaviour"). A press belongs to one gesture at most: a double click is not also a
 * click. A moving pointer drags and two pointers pinch; neither clicks.
 */
export function createGestures<Target>(handlers: GestureHandlers<Target>) {
  interface Down extends Press<Target> {
    /** `spent`: part of a gesture already. */
    state: 'resting' | 'spent'
    cancelTimer(): void
  }
  const down = new Map<number, Down>()
  /** The click that waits for a second one. */
  let waiting: { press: Press<Target>; cancelTimer(): void } | undefined
  /** The first press while the second press of a double click is down. It becomes a click if the second one moves. */
  let first: Press<Target> | undefined
  /** The press of the last click. */
  let clicked: Press<Target> | undefined
  let justDouble: { cancelTimer(): void } | undefined

  const near = (a: Press<Target>, b: Press<Target>) =>
    a.kind === b.kind && Math.hypot(a.x - b.x, a.y - b.y) <= GESTURE.apart[a.kind]

  /** The waiting click is a single click. */
  function settle(): void {
    const press = waiting?.press ?? first
    waiting?.cancelTimer()
    waiting = first = undefined
    if (!press) return
    clicked = press
    handlers.click(press.target)
  }
  function spend(press: Down): void {
    if (press.state === 'spent') return
    press.state = 'spent'
    press.cancelTimer()
    settle()
  }
  function beDouble(target: Target): void {
    waiting?.cancelTimer()
    waiting = first = undefined
    justDouble?.cancelTimer()
    // A third click in a row belongs to the double click.
    const cancelTimer = handlers.schedule(GESTURE.second, () => (justDouble = undefined))
    justDouble = { cancelTimer }
    handlers.double(target)
  }

  return {
    press(press: Press<Target>) {
      const resting: Down = { ...press, state: 'resting', cancelTimer: () => {} }
      down.get(press.id)?.cancelTimer()
      down.set(press.id, resting)
      if (down.size > 1) {
        for (const each of down.values()) spend(each)
        return
      }
      if (justDouble) {
        resting.state = 'spent'
        return
      }
      if (waiting && near(waiting.press, press)) {
        waiting.cancelTimer()
        first = waiting.press
        waiting = undefined
      } else {
        settle()
      }
      if (press.kind === 'mouse') return
      resting.cancelTimer = handlers.schedule(GESTURE.long, () => {
        spend(resting)
        handlers.long(press.target)
      })
    },
    move({ id, x, y }: { id: number; x: number; y: number }) {
      const press = down.get(id)
      if (press && Math.hypot(press.x - x, press.y - y) > GESTURE.stray[press.kind]) spend(press)
    },
    release(id: number) {
      const press = down.get(id)
      down.delete(id)
      press?.cancelTimer()
      if (press?.state !== 'resting') return
      if (first) {
        beDouble(first.target)
        return
      }
      waiting = { press, cancelTimer: handlers.schedule(GESTURE.second, settle) }
    },
    /** The browser took the pointer, or another gesture uses it. */
    cancel(id: number) {
      const press = down.get(id)
      if (press) spend(press)
      down.delete(id)
    },
    /** The browser's `dblclick`. The user's interval may be longer than ours; then the first press was a click already. */
    browserDouble() {
      if (!waiting) return
      // The first click has been handled already and may have moved the map: its target counts.
      beDouble(clicked && near(clicked, waiting.press) ? clicked.target : waiting.press.target)
    },
  }
}
