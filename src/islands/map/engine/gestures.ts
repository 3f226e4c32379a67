/** Milliseconds that a click waits for a second one, and that a finger rests for a long press; CSS pixels that a press may stray. */
export const GESTURE = {
  second: 250,
  long: 500,
  stray: { mouse: 4, touch: 10, pen: 8 },
  /** How far from the first the second of a double click may fall. */
  apart: { mouse: 8, touch: 30, pen: 16 },
} as const

export type PointerKind = 'mouse' | 'touch' | 'pen'
export interface Press<Target> {
  id: number
  kind: PointerKind
  x: number
  y: number
  /** What lay under the pointer when it came down: the map may have moved before the gesture is understood. */
  target: Target
}

export interface GestureParts<Target> {
  /** Calls back after that many milliseconds; answers what takes it back. */
  later(milliseconds: number, call: () => void): () => void
  click(target: Target): void
  /** A double click or double tap; the target is that of its first press. */
  double(target: Target): void
  /** A finger or a pen that rested. */
  long(target: Target): void
}

export interface Gestures<Target> {
  press(press: Press<Target>): void
  move(at: { id: number; x: number; y: number }): void
  release(id: number): void
  /** The browser took the pointer away, or something else uses it. */
  cancel(id: number): void
  /** The browser says "double click", by the pause that its user has set, which may be longer than ours: the second is no click then. */
  browserDouble(): void
  stop(): void
}

/**
 * Tells clicks, double clicks and long presses apart (spec §2 "Map behaviour"). A press is counted in one gesture at most: what becomes a double
 * click was no click before. A pointer that strays drags, and two at a time pinch: neither is a click.
 */
export function createGestures<Target>(parts: GestureParts<Target>): Gestures<Target> {
  interface Down extends Press<Target> {
    state: 'resting' | 'spent'
    forget(): void
  }
  const down = new Map<number, Down>()
  let waiting: { press: Press<Target>; forget(): void } | undefined
  /** Set while the second press of a double click is down: the first, which is a click after all when the second strays. */
  let first: Press<Target> | undefined
  /** The press of the last click. */
  let clicked: Press<Target> | undefined
  let justDouble: { forget(): void } | undefined

  const near = (a: Press<Target>, b: Press<Target>) =>
    a.kind === b.kind && Math.hypot(a.x - b.x, a.y - b.y) <= GESTURE.apart[a.kind]

  /** The click that waited is one click, and nothing more will come of it. */
  function settle(): void {
    const press = waiting?.press ?? first
    waiting?.forget()
    waiting = first = undefined
    if (!press) return
    clicked = press
    parts.click(press.target)
  }
  function spend(press: Down): void {
    if (press.state === 'spent') return
    press.state = 'spent'
    press.forget()
    settle()
  }
  function beDouble(target: Target): void {
    waiting?.forget()
    waiting = first = undefined
    justDouble?.forget()
    // A third click in a row belongs to the double click.
    const forget = parts.later(GESTURE.second, () => (justDouble = undefined))
    justDouble = { forget }
    parts.double(target)
  }

  return {
    press(press) {
      const resting: Down = { ...press, state: 'resting', forget: () => {} }
      down.get(press.id)?.forget()
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
        waiting.forget()
        first = waiting.press
        waiting = undefined
      } else {
        settle()
      }
      if (press.kind === 'mouse') return
      resting.forget = parts.later(GESTURE.long, () => {
        spend(resting)
        parts.long(press.target)
      })
    },
    move({ id, x, y }) {
      const press = down.get(id)
      if (press && Math.hypot(press.x - x, press.y - y) > GESTURE.stray[press.kind]) spend(press)
    },
    release(id) {
      const press = down.get(id)
      down.delete(id)
      press?.forget()
      if (press?.state !== 'resting') return
      if (first) {
        beDouble(first.target)
        return
      }
      waiting = { press, forget: parts.later(GESTURE.second, settle) }
    },
    cancel(id) {
      const press = down.get(id)
      if (press) spend(press)
      down.delete(id)
    },
    browserDouble() {
      if (!waiting) return
      // The first click has been answered, perhaps by moving the map under the pointer: what it meant counts.
      beDouble(clicked && near(clicked, waiting.press) ? clicked.target : waiting.press.target)
    },
    stop() {
      for (const press of down.values()) press.forget()
      down.clear()
      waiting?.forget()
      justDouble?.forget()
      waiting = first = justDouble = undefined
    },
  }
}
