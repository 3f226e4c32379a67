import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry, Histogram } from 'prom-client'
import packageJson from '../../../package.json' with { type: 'json' }
import { ConfigError, type Config } from '../config.ts'
import { within } from '../limits/concurrency.ts'
import { readArchiveFacts, type FactSources, createGauges } from './gauges.ts'

/** Milliseconds for the database and the disk to answer: Prometheus waits ten seconds. */
const PATIENCE = 4000

type Address = NonNullable<Config['metrics']>

/** Figures of the server and its archive, for Prometheus. */
export function createMetrics(sources: FactSources) {
  const registry = new Registry()
  // Processor, memory, garbage collection and the delay of the event loop.
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({ name: 'lotline_info', help: 'The version of Lotline.', labelNames: ['version'], registers }).set(
    { version: packageJson.version },
    1,
  )
  const database = new Gauge({ name: 'lotline_database_up', help: '1 if the database can be read.', registers })
  const setGauges = createGauges(registry)

  async function read(): Promise<string> {
    const facts = await within(
      PATIENCE,
      readArchiveFacts(sources).catch(() => undefined),
      undefined,
    )
    database.set(facts ? 1 : 0)
    setGauges(facts)
    return registry.metrics()
  }

  async function answer(path: string | undefined, response: ServerResponse): Promise<void> {
    if (path?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('The metrics are at /metrics.\n')
      return
    }
    const text = await read()
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
  }
  const server = createServer((request, response) => {
    answer(request.url, response).catch(() => response.writeHead(500).end())
  })

  return {
    /** Measures the answers of an app, before its routes are added. */
    observe: (app: FastifyInstance) => observeRequests(app, registry),
    read,
    /** Returns the port. @throws {ConfigError} if it can't be used. */
    async listen({ port, host }: Address): Promise<number> {
      server.listen(port, host)
      try {
        await once(server, 'listening')
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        throw new ConfigError(`METRICS_PORT ${port} on ${host} can't be used (${code}). Choose another one.`)
      }
      return (server.address() as { port: number }).port
    },
    async close(): Promise<void> {
      registry.clear()
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Seconds. Most answers take milliseconds; uploads and first looks at large pictures take longer. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

/** The pattern of a route: few values, whatever is asked for. Pages of the site are one. */
function routeOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? (/^\/(?:api|auth|raster)\//.test(url) ? 'unknown' : 'site')
}

/** Measures every answer of an app; before its routes are added. */
function observeRequests(app: FastifyInstance, registry: Registry): void {
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
