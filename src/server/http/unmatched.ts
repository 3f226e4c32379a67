import type { FastifyInstance, FastifyRequest } from 'fastify'
import { API } from '#contract/messages.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import type { Methods } from './mount.ts'

/** The IIIF info document, below the address of its service. */
const INFORMATION = '/info.json'

interface Address {
  pattern: RegExp
  /** The end that the address lacks. */
  missing: '' | '/' | typeof INFORMATION
  allowed: ReadonlySet<string>
}

/** Path and query of a request, without an absolute URL's host, so that redirects stay on this server. */
const addressOf = ({ raw }: FastifyRequest): [path: string, ...query: string[]] => {
  const [path = '', ...query] = raw.url!.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').split('?')
  return [path, ...query]
}

/** As the router reads it: encoded slashes stay. An undecodable URL was refused before. */
const decodedPath = (request: FastifyRequest) => decodeURI(addressOf(request)[0])

const toPattern = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)

function listAddresses(methods: Methods): Address[] {
  // Fixed parts win over parameters, as in the router.
  const sortKey = (path: string) => path.replaceAll(':', '\uFFFF')
  const paths = [...methods].sort(([one], [two]) => (sortKey(one) < sortKey(two) ? -1 : 1))
  return paths.flatMap(([path, allowed]): Address[] => {
    const ends = ['', '/', INFORMATION] as const
    return ends
      .filter((end) => path.endsWith(end))
      .map((missing) => ({ pattern: toPattern(path.slice(0, path.length - missing.length)), missing, allowed }))
  })
}

/**
 * Answers what no route of this scope does: 405 for other methods of a call, redirects for a missing trailing slash, and the redirect of a IIIF service to
 * its info document (Image API 3 §2); else 404. A route for each of these would be most of the router. @param methods of each mounted path.
 */
export function answerUnmatched(scope: FastifyInstance, methods: Methods): void {
  let addresses: Address[] | undefined
  // Before a body is read.
  scope.addHook('onRequest', async (request, reply) => {
    const path = decodedPath(request)
    const found = (addresses ??= listAddresses(methods)).find(({ pattern }) => pattern.test(path))
    if (!found) throw notFound()
    const { missing, allowed } = found
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (missing === '/') {
      const [bare, ...query] = addressOf(request)
      return reply.redirect([`${bare}/`, ...query].join('?'), reads ? 301 : 308)
    }
    if (missing === INFORMATION && reads) return reply.redirect(addressOf(request)[0] + INFORMATION, 303)
    if (missing === '' && allowed.has(request.method)) throw notFound()
    reply.header('allow', [...allowed].join(', '))
    throw new DomainError('method-not-allowed', API.methodNotAllowed(request.method))
  })
  scope.setNotFoundHandler(async () => Promise.reject(notFound()))
}
