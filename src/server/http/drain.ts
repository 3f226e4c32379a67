import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { HealthState } from '../health/health-state.ts'

/**
 * Prepares a server for its end: `/api/health/` answers 503 and connections are no longer kept alive, so that balancers and clients go elsewhere. For
 * `seconds` everything is still answered; then close the app, which finishes what is running.
 */
export async function drain(app: FastifyInstance, healthState: HealthState, seconds: number): Promise<void> {
  healthState.reportStopping()
  if (seconds === 0) return
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  app.log.info({ seconds }, 'Stopping: health answers 503, calls are still answered.')
  await pause(seconds * 1000)
}
