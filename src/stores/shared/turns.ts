/** One try to learn something. What it brings counts only while nothing newer was asked. */
export interface Turn {
  /** Calls off what is under way when a newer turn begins. */
  signal: AbortSignal
  isCurrent(): boolean
}

/** Turns at asking for the same thing: a newer one makes the one before it late, whichever answer comes first. */
export function createTurns() {
  let current: AbortController | undefined
  const end = () => {
    current?.abort()
    current = undefined
  }
  return {
    next(): Turn {
      end()
      const mine = (current = new AbortController())
      return { signal: mine.signal, isCurrent: () => current === mine }
    },
    /** Nothing is wanted any more. */
    end,
  }
}
