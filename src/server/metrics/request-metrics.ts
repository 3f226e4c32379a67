import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

/** Seconds. Most answers take milliseconds; uploads and first looks at large pictures take longer. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

/** The pattern of a route: few values, whatever is asked for. Pages of the site are one. */
function routeOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? (/^\/(?:api|auth|raster)\//.test(url) ? 'unknown' : 'site')
}

/** Measures every answer of an app; before its routes are added. */
export function observeRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'lotline_http_request_duration_seconds',
    help: 'Duration of answers by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: routeOf(request), status: reply.statusCode }
    seconds.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}
