import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import * as v from 'valibot'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint, EndpointName, Endpoints } from '#contract/endpoints.ts'
import { API } from '#contract/messages.ts'
import { JsonText } from '../repositories/json-text.ts'
import { Refusal, invalid, notFound } from './errors.ts'
import { wireSchema } from './json-schema.ts'
import type { Conversation } from './conversation.ts'

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined
type PathIds<Path extends string> = Path extends `${string}:id${string}` ? { id: number } : Record<never, never>
type Field<N extends EndpointName, K extends string> = Endpoints[N] extends { [key in K]: infer S } ? S : undefined

/** What a handler is given: everything is parsed. */
export type Call<N extends EndpointName> = PathIds<Endpoints[N]['path']> & {
  query: Output<Field<N, 'query'>>
  request: FastifyRequest
  reply: FastifyReply
}
type Success<N extends EndpointName> = Endpoints[N]['response'] extends v.GenericSchema
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

const serializer = (schema: v.GenericSchema): ((value: unknown) => string) =>
  fastJson(wireSchema(schema) as object as Parameters<typeof fastJson>[0])

/**
 * Serves calls of the contract's table, and nothing that is not in it: method, path, query and response come from there.
 */
export function createMount(app: FastifyInstance, conversation: Conversation) {
  const mounted: EndpointName[] = []
  const methods = new Map<string, Set<string>>()

  /** @param live true for an answer that says how things are now: it is never kept, here or elsewhere. */
  function mount<const N extends EndpointName>(name: N, handler: Handler<N>, { live = false } = {}): void {
    const endpoint: Endpoint = endpoints[name]
    const { path, method, query: querySchema, response } = endpoint
    const write = response === 'image' ? undefined : serializer(response)
    mounted.push(name)
    methods.set(path, (methods.get(path) ?? new Set()).add(method))
    app.route({
      method,
      url: path,
      ...(write && !live && { onRequest: conversation.greet }),
      async handler(request, reply) {
        const id = pathId(request)
        const query = querySchema && v.safeParse(querySchema, request.query)
        if (query && !query.success) throw invalid(query.issues)
        const call = { ...(id !== undefined && { id }), query: query?.output, request, reply }
        const answer = await handler(call as unknown as Call<N>)
        if (answer === undefined) throw notFound()
        if (!write) return reply
        const text = answer instanceof JsonText ? answer.text : write(answer)
        return conversation.answer(request, reply, text, { live })
      },
    })
  }

  /** To be called once, after the last mount: what is said to the wrong method, and to a path without its last slash. */
  function finish(): void {
    for (const [path, allowed] of methods) {
      if (allowed.has('GET')) allowed.add('HEAD')
      const others = app.supportedMethods.filter((method) => !allowed.has(method))
      const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
        reply.header('allow', [...allowed].join(', '))
        throw new Refusal(405, API.methodNotAllowed(request.method))
      }
      app.route({ method: others as HTTPMethods[], url: path, onRequest: refuse, handler: refuse })
      if (!path.endsWith('/')) continue
      const redirect = async (request: FastifyRequest, reply: FastifyReply) => {
        const [bare, ...query] = request.raw.url!.split('?')
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
