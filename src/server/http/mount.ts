import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import * as v from 'valibot'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint, EndpointName, Endpoints } from '#contract/endpoints.ts'
import { BODY } from '#contract/limits.ts'
import { API } from '#contract/messages.ts'
import { PERMISSIONS, reachOf } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import { JsonText } from '../repositories/json-text.ts'
import { Refusal, invalid, notFound } from './errors.ts'
import { wireSchema } from './json-schema.ts'
import type { Conversation } from './conversation.ts'

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined
type PathIds<Path extends string> = Path extends `${string}:id${string}` ? { id: number } : Record<never, never>
type Field<N extends EndpointName, K extends string> = Endpoints[N] extends { [key in K]: infer S } ? S : undefined

/** What a handler is given: everything is parsed, but for a multipart body, which it reads itself as a stream. */
export type Call<N extends EndpointName> = PathIds<Endpoints[N]['path']> & {
  params: Output<Field<N, 'params'>>
  query: Output<Field<N, 'query'>>
  body: Endpoints[N] extends { multipart: true } ? undefined : Output<Field<N, 'body'>>
  /** Who calls; the call itself is allowed to them, what it reaches is rules/permissions.ts. */
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}
/** What a call that answers with nothing (204) returns when it is done. */
export const DONE: Readonly<{ done: true }> = Object.freeze({ done: true })
type Success<N extends EndpointName> = Endpoints[N] extends { status: 204 }
  ? typeof DONE
  : Endpoints[N]['response'] extends v.GenericSchema
    ? v.InferInput<Endpoints[N]['response']> | JsonText
    : FastifyReply
/** Returns what a success answers; undefined is 404. A picture's handler sends it itself and returns the reply. */
export type Handler<N extends EndpointName> = (
  call: Call<N>,
) => Success<N> | undefined | Promise<Success<N> | undefined>

/** An id in a path; anything that is none is simply not found (issue "Bad input"). */
function pathId(request: FastifyRequest): number | undefined {
  const { id } = request.params as { id?: string }
  if (id === undefined) return undefined
  if (!/^\d{1,15}$/.test(id) || Number(id) === 0) throw notFound()
  return Number(id)
}

function parse(schema: v.GenericSchema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = v.safeParse(schema, value)
  if (!result.success) throw invalid(result.issues)
  return result.output
}

/** The parts of a path; what is none of the values that they may have is not found. */
function pathParams(schema: v.GenericSchema | undefined, request: FastifyRequest): unknown {
  const result = schema && v.safeParse(schema, request.params)
  if (result && !result.success) throw notFound()
  return result?.output
}

function readBody({ body, bodies, multipart }: Endpoint, request: FastifyRequest, params: unknown): unknown {
  if (multipart) return undefined
  // The parser of forms is there for uploads; it leaves a form that another call is sent unread.
  if (request.body === undefined && request.headers['content-type']?.startsWith('multipart/')) {
    throw new Refusal(415, API.badMediaType)
  }
  return parse(bodies?.[(params as { kind: string }).kind] ?? body, request.body)
}

const serializer = (schema: v.GenericSchema): ((value: unknown) => string) =>
  fastJson(wireSchema(schema) as object as Parameters<typeof fastJson>[0])

/** Refuses who may not make the call at all: 401 where logging in could help, 403 where it could not. */
function requireReach(name: EndpointName, { caller }: FastifyRequest, reply: FastifyReply): void {
  if (reachOf(caller, name) !== 'none') return
  if (caller.id !== null) throw new Refusal(403, API.forbidden)
  reply.header('www-authenticate', 'JWT realm="api"')
  throw new Refusal(401, API.unauthenticated)
}

/** True for a read that shows more to who is logged in: what it answers them is nobody else's to keep. */
const isPersonal = (name: EndpointName) => PERMISSIONS[name].anonymous !== PERMISSIONS[name].volunteer

/** What a IIIF service says of itself, below its own address. */
const INFORMATION = '/info.json'

/** A request's path, and its query; without the host that somebody may have written before it: nobody is led away from here. */
const addressOf = ({ raw }: FastifyRequest): [path: string, ...query: string[]] => {
  const [path = '', ...query] = raw.url!.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').split('?')
  return [path, ...query]
}

/**
 * Serves calls of the contract's table, and nothing that is not in it: method, path, who may, query, body and response come from there.
 */
export function createMount(app: FastifyInstance, conversation: Conversation) {
  const mounted: EndpointName[] = []
  const methods = new Map<string, Set<string>>()

  /** @param live true for an answer that says how things are now: it is never kept, here or elsewhere. */
  function mount<const N extends EndpointName>(name: N, handler: Handler<N>, { live = false } = {}): void {
    const endpoint: Endpoint = endpoints[name]
    const { path, method, response, status, bodyProves = false } = endpoint
    const write = typeof response === 'string' || status === 204 ? undefined : serializer(response)
    const personal = isPersonal(name)
    mounted.push(name)
    methods.set(path, (methods.get(path) ?? new Set()).add(method))
    app.route({
      method,
      url: path,
      config: { bodyProves },
      ...(PERMISSIONS[name].anonymous !== 'none' && { bodyLimit: BODY.anonymousBytes }),
      async onRequest(request, reply) {
        requireReach(name, request, reply)
        if (personal) reply.header('vary', 'Authorization')
        if (write && method === 'GET' && !live && !(personal && request.caller.id !== null)) {
          return conversation.greet(request, reply)
        }
        return undefined
      },
      async handler(request, reply) {
        const id = pathId(request)
        const params = pathParams(endpoint.params, request)
        const query = parse(endpoint.query, request.query)
        const body = readBody(endpoint, request, params)
        const call = { ...(id !== undefined && { id }), params, query, body, caller: request.caller, request, reply }
        const answer = await handler(call as unknown as Call<N>)
        // A handler that has answered by itself (a picture, an error it knows more about) is done: awaiting its reply has waited for the last
        // byte, or for the visitor to go, and gives undefined.
        if (reply.sent || reply.raw.headersSent) return reply
        if (answer === undefined) throw notFound()
        if (status === 204) return reply.code(204).header('cache-control', 'no-store').send()
        if (!write) return reply
        if (reply.statusCode === 200) reply.code(status)
        const text = answer instanceof JsonText ? answer.text : write(answer)
        return conversation.answer(request, reply, text, { live: live || method !== 'GET' })
      },
    })
  }

  /**
   * To be called once, after the last mount: what is said to the wrong method, to a path without its last slash, and at the address of a IIIF service
   * itself (Image API 3 §2: whoever asks for it should be led to its description by a 303).
   */
  function finish(): void {
    for (const [path, allowed] of methods) {
      if (allowed.has('GET')) allowed.add('HEAD')
      const others = app.supportedMethods.filter((method) => !allowed.has(method))
      const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
        reply.header('allow', [...allowed].join(', '))
        throw new Refusal(405, API.methodNotAllowed(request.method))
      }
      app.route({ method: others as HTTPMethods[], url: path, onRequest: refuse, handler: refuse })
      if (path.endsWith(INFORMATION)) {
        const url = path.slice(0, -INFORMATION.length)
        const describe = async (request: FastifyRequest, reply: FastifyReply) =>
          reply.redirect(addressOf(request)[0] + INFORMATION, 303)
        app.route({ method: ['GET', 'HEAD'], url, onRequest: describe, handler: describe })
        app.route({ method: others as HTTPMethods[], url, onRequest: refuse, handler: refuse })
      }
      if (!path.endsWith('/')) continue
      const redirect = async (request: FastifyRequest, reply: FastifyReply) => {
        const [bare, ...query] = addressOf(request)
        const read = request.method === 'GET' || request.method === 'HEAD'
        return reply.redirect([`${bare}/`, ...query].join('?'), read ? 301 : 308)
      }
      app.route({
        method: app.supportedMethods as HTTPMethods[],
        url: path.slice(0, -1),
        onRequest: redirect,
        handler: redirect,
      })
    }
  }

  return { mount, finish, mounted: mounted as readonly EndpointName[] }
}
export type Mount = ReturnType<typeof createMount>['mount']
