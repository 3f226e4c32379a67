import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { endpoints, type Endpoint, type EndpointName, type Endpoints } from '#contract/endpoints.ts'
import { BODY } from '#contract/limits.ts'
import { API } from '#contract/messages.ts'
import { PERMISSIONS, accessTo, type Caller } from '#rules/access/permissions.ts'
import { JsonBytes, JsonText, createSerializer } from '../json/json.ts'
import { DomainError, notFound, validated } from '../errors/domain-error.ts'
import type { HttpCache } from './http-cache.ts'
import type { Replica } from '../reads/replica.ts'

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined
type PathIds<Path extends string> = Path extends `${string}:id${string}` ? { id: number } : Record<never, never>
type Field<N extends EndpointName, K extends string> = Endpoints[N] extends { [key in K]: infer S } ? S : undefined

/** Input of a handler, parsed; a multipart body is read by the handler itself, as a stream. */
export type Call<N extends EndpointName> = PathIds<Endpoints[N]['path']> & {
  params: Output<Field<N, 'params'>>
  query: Output<Field<N, 'query'>>
  body: Endpoints[N] extends { multipart: true } ? undefined : Output<Field<N, 'body'>>
  /** The caller may make this call; what it may access is in rules/access. */
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}
/** Returned by handlers of calls without content (204). */
export const NO_CONTENT: Readonly<{ done: true }> = Object.freeze({ done: true })
/** The answer of such a call once its work is done. */
export const noContent = (work: Promise<unknown>): Promise<typeof NO_CONTENT> => work.then(() => NO_CONTENT)
/** The same where the work says that there was nothing to do: 404. */
export const noContentIf = async (work: Promise<unknown>) => ((await work) ? NO_CONTENT : undefined)
type Success<N extends EndpointName> = Endpoints[N] extends { status: 204 }
  ? typeof NO_CONTENT
  : Endpoints[N]['response'] extends v.GenericSchema
    ? v.InferInput<Endpoints[N]['response']> | JsonText | JsonBytes
    : FastifyReply | JsonBytes
/** Returns the response; undefined means 404. A picture's handler sends it itself and returns the reply. */
export type Handler<N extends EndpointName> = (
  call: Call<N>,
) => Success<N> | undefined | Promise<Success<N> | undefined>

/** The id in a path; anything else is a 404. */
function pathId(request: FastifyRequest): number | undefined {
  const { id } = request.params as { id?: string }
  if (id === undefined) return undefined
  if (!/^\d{1,15}$/.test(id) || Number(id) === 0) throw notFound()
  return Number(id)
}

const parse = (schema: v.GenericSchema | undefined, value: unknown): unknown => schema && validated(schema, value)

/** The other parameters of a path; invalid values are a 404. */
function pathParams(schema: v.GenericSchema | undefined, request: FastifyRequest): unknown {
  const result = schema && v.safeParse(schema, request.params)
  if (result && !result.success) throw notFound()
  return result?.output
}

function readBody({ body, bodies, multipart }: Endpoint, request: FastifyRequest, params: unknown): unknown {
  if (multipart) return undefined
  // The multipart parser is only there for uploads and leaves the forms of other calls unread.
  if (request.body === undefined && request.headers['content-type']?.startsWith('multipart/')) {
    throw new DomainError('unsupported-media-type', API.badMediaType)
  }
  return parse(bodies?.[(params as { kind: string }).kind] ?? body, request.body)
}

/** Refuses callers without access: 401 if logging in could help, else 403. */
function requirePermission(name: EndpointName, { caller }: FastifyRequest): void {
  if (accessTo(caller, name) !== 'none') return
  if (caller.id !== null) throw new DomainError('forbidden', API.forbidden)
  throw new DomainError('unauthenticated', API.unauthenticated)
}

/** True if logged-in users may see more: their responses are not cached. */
const isPersonal = (name: EndpointName) => PERMISSIONS[name].anonymous !== PERMISSIONS[name].volunteer

export type Methods = ReadonlyMap<string, ReadonlySet<string>>

/** Mounts calls of the endpoint table: method, path, role, query, body and response come from there. */
export function createMount(app: FastifyInstance, httpCache: HttpCache) {
  const mounted: EndpointName[] = []
  const methods = new Map<string, Set<string>>()

  function mount<const N extends EndpointName>(name: N, handler: Handler<N>): void {
    const endpoint: Endpoint = endpoints[name]
    const { path, method, response, status, ignoresToken = false, form: isForm = false } = endpoint
    const write = typeof response === 'string' || status === 204 ? undefined : createSerializer(response)
    const type = response === 'xml' ? 'text/xml; charset=utf-8' : write && 'application/json; charset=utf-8'
    const personal = isPersonal(name)
    // What not everybody reads is about the current state, too.
    const live = endpoint.live === true || endpoint.who !== 'anonymous'
    mounted.push(name)
    const allowed = (methods.get(path) ?? new Set()).add(method)
    // Fastify answers it like GET.
    if (method === 'GET') allowed.add('HEAD')
    methods.set(path, allowed)
    app.route({
      method,
      url: path,
      config: { ignoresToken, isForm },
      ...(PERMISSIONS[name].anonymous !== 'none' && { bodyLimit: BODY.anonymousBytes }),
      async onRequest(request, reply) {
        requirePermission(name, request)
        if (personal) reply.header('vary', 'Authorization')
      },
      async handler(request, reply) {
        const id = pathId(request)
        const params = pathParams(endpoint.params, request)
        const query = parse(endpoint.query, request.query)
        if (type) reply.type(type)
        if (type && method === 'GET' && !live && !(personal && request.caller.id !== null)) {
          // Keyed by the parsed query: unknown parameters and other spellings share one response.
          const key = JSON.stringify([name, id, params, query])
          if (await httpCache.repliedFromCache(request, reply, key)) return reply
        }
        const body = readBody(endpoint, request, params)
        const call = { ...(id !== undefined && { id }), params, query, body, caller: request.caller, request, reply }
        const answer = await handler(call as unknown as Call<N>)
        // The handler has sent the response itself (a picture, an error).
        if (reply.sent || reply.raw.headersSent) return reply
        if (answer === undefined) throw notFound()
        if (status === 204) return reply.code(204).header('cache-control', 'no-store').send()
        if (!type) return reply
        if (reply.statusCode === 200) reply.code(status)
        const bytes =
          answer instanceof JsonBytes
            ? answer.bytes
            : Buffer.from(answer instanceof JsonText ? answer.text : write!(answer))
        return httpCache.sendText(request, reply, bytes, { live: live || method !== 'GET' })
      },
    })
  }

  return { mount, mounted: mounted as readonly EndpointName[], methods: methods as Methods }
}
export type Mount = ReturnType<typeof createMount>['mount']

/** Two caches, since the databases may be at different counters. */
export function cacheOfBoth(replica: Replica, primary: HttpCache, ofReplica: HttpCache): HttpCache {
  return {
    repliedFromCache: (request, ...rest) =>
      replica.ask(
        request,
        () => ofReplica.repliedFromCache(request, ...rest),
        () => primary.repliedFromCache(request, ...rest),
      ),
    sendText: (request, ...rest) => (replica.answers(request) ? ofReplica : primary).sendText(request, ...rest),
  }
}

type AnyHandler = Handler<EndpointName>

/**
 * Mounts reads that a replica may answer. `mountReads` is called for each database, so that all of an answer, and what is cached for it, comes from one;
 * what the replica fails to answer is asked of the primary.
 */
export function mountOnReplica<Source>(
  mount: Mount,
  mountReads: (mount: Mount, source: Source) => void,
  { replica, primary, ofReplica }: { replica: Replica | undefined; primary: Source; ofReplica: Source | undefined },
): void {
  const handlers = new Map<EndpointName, AnyHandler>()
  const collect = (name: EndpointName, handler: AnyHandler) => void handlers.set(name, handler)
  if (ofReplica) mountReads(collect as unknown as Mount, ofReplica)
  const mountBoth = (name: EndpointName, handler: AnyHandler) => {
    const first = handlers.get(name)
    if (!replica || !first) return mount(name, handler)
    return mount(name, (call) =>
      replica.ask(
        call.request,
        async () => first(call),
        async () => handler(call),
      ),
    )
  }
  mountReads(mountBoth as unknown as Mount, primary)
}
