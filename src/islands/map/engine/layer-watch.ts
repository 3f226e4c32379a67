import type { LayerProblem } from '#stores/map/map-stores.ts'
import type { Schedule } from '#stores/shared/deps.ts'

/** Milliseconds without a tile after which a layer counts as slow, and after which a layer that is away is retried. */
export const LAYER_WAIT = { slow: 8_000, retry: 30_000 } as const
/** Failures in a row after which a layer counts as away while other tiles are still loading. */
const FAILED = 4

interface LayerWatchOptions {
  schedule: Schedule
  report(problem: LayerProblem | null): void
  /** Requests the layer's tiles again. */
  retry(): void
}

/**
 * Watches the tiles of one layer: `slow` when none has loaded for a while, `away` when all have failed. The first loaded tile clears either. A layer
 * that is away is retried.
 */
export function watchLayer({ schedule, report, retry }: LayerWatchOptions) {
  let problem: LayerProblem | null = null
  let failures = 0
  let open = 0
  /** A tile has loaded since the layer was last idle: tiles beyond the edge of a map fail, which is no problem then. */
  let shown = false
  let cancelSlow: (() => void) | undefined
  let cancelRetry: (() => void) | undefined

  const setProblem = (next: LayerProblem | null) => {
    if (problem !== next) report((problem = next))
  }
  const stopSlow = () => {
    cancelSlow?.()
    cancelSlow = undefined
  }
  const setAway = () => {
    stopSlow()
    setProblem('away')
    cancelRetry ??= schedule(LAYER_WAIT.retry, () => {
      cancelRetry = undefined
      retry()
    })
  }
  return {
    tileRequested() {
      open += 1
      if (problem === null) cancelSlow ??= schedule(LAYER_WAIT.slow, () => setProblem('slow'))
    },
    tileLoaded() {
      open -= 1
      failures = 0
      shown = true
      stopSlow()
      cancelRetry?.()
      cancelRetry = undefined
      setProblem(null)
    },
    tileFailed() {
      open -= 1
      failures += 1
      if (!shown && (failures >= FAILED || open <= 0)) setAway()
    },
    /** No tile of this layer is loading any more. */
    idle() {
      if (failures > 0 && !shown) setAway()
      else stopSlow()
      open = failures = 0
      shown = false
    },
    stop() {
      stopSlow()
      cancelRetry?.()
      setProblem(null)
    },
  }
}
