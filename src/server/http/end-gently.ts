import type { FastifyInstance } from 'fastify'

/** Milliseconds that requests in hand get to be answered when the server ends. */
const PATIENCE = 30_000
const LOOK = 100

/**
 * Lets `app.close()` end the requests in hand, and nothing longer: no new connection is taken, one that is idle or becomes so is closed, and
 * after a while the rest is cut off. What is added as an `onClose` hook happens after that.
 */
export function endGently(app: FastifyInstance, patience = PATIENCE): void {
  let looking: NodeJS.Timeout | undefined
  let cutting: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    // Node closes what is idle when the server closes, but not what becomes so later: that would hold it up for the keep-alive time.
    looking = setInterval(() => app.server.closeIdleConnections(), LOOK)
    cutting = setTimeout(() => app.server.closeAllConnections(), patience)
  })
  app.addHook('onClose', async () => {
    clearInterval(looking)
    clearTimeout(cutting)
  })
}
