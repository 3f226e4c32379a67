import type { FastifyInstance } from 'fastify'

/** Milliseconds that running requests have to finish on shutdown. */
const TIMEOUT = 30_000
const INTERVAL = 100

/** Lets `app.close()` finish running requests without waiting for keep-alive connections; after the timeout the rest is cut off. `onClose` hooks run after that. */
export function registerGracefulShutdown(app: FastifyInstance, timeout = TIMEOUT): void {
  let idleTimer: NodeJS.Timeout | undefined
  let cutoffTimer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    // Node closes idle connections once; this also closes those that become idle later.
    idleTimer = setInterval(() => app.server.closeIdleConnections(), INTERVAL)
    cutoffTimer = setTimeout(() => app.server.closeAllConnections(), timeout)
  })
  app.addHook('onClose', async () => {
    clearInterval(idleTimer)
    clearTimeout(cutoffTimer)
  })
}
