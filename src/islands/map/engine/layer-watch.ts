import type { LayerProblem } from '#stores/map/map-stores.ts'

/** Milliseconds after which a layer that has shown nothing is called slow, and after which one that is away is tried again. */
export const LAYER_WAIT = { slow: 8_000, again: 30_000 } as const
/** Tiles in a row that fail before a layer is called away while others are still awaited. */
const FAILED = 4

export interface LayerWatchParts {
  later(milliseconds: number, call: () => void): () => void
  report(problem: LayerProblem | null): void
  /** Asks for the layer's tiles again. */
  again(): void
}
export interface LayerWatch {
  asked(): void
  came(): void
  failed(): void
  /** The browser awaits no tile of this layer any more. */
  done(): void
  stop(): void
}

/**
 * Watches the tiles of one layer and says what is wrong with it: `slow` when nothing has come for a while, `away` when all that it was asked for failed.
 * The first tile that comes takes either back. A layer that is away is asked again now and then.
 */
export function watchLayer({ later, report, again }: LayerWatchParts): LayerWatch {
  let problem: LayerProblem | null = null
  let failures = 0
  let open = 0
  /** True once a tile came since the layer last had none to wait for: at the edge of a map some fail, and it is there all the same. */
  let shown = false
  let forgetSlow: (() => void) | undefined
  let forgetAgain: (() => void) | undefined

  const say = (next: LayerProblem | null) => {
    if (problem !== next) report((problem = next))
  }
  const hush = () => {
    forgetSlow?.()
    forgetSlow = undefined
  }
  const beAway = () => {
    hush()
    say('away')
    forgetAgain ??= later(LAYER_WAIT.again, () => {
      forgetAgain = undefined
      again()
    })
  }
  return {
    asked() {
      open += 1
      if (problem === null) forgetSlow ??= later(LAYER_WAIT.slow, () => say('slow'))
    },
    came() {
      open -= 1
      failures = 0
      shown = true
      hush()
      forgetAgain?.()
      forgetAgain = undefined
      say(null)
    },
    failed() {
      open -= 1
      failures += 1
      if (!shown && (failures >= FAILED || open <= 0)) beAway()
    },
    done() {
      if (failures > 0 && !shown) beAway()
      else hush()
      open = failures = 0
      shown = false
    },
    stop() {
      hush()
      forgetAgain?.()
      if (problem !== null) report((problem = null))
    },
  }
}
