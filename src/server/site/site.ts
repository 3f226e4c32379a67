import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { CACHE, OPEN_TO_ALL, isHashed, isOpenToAll } from '#rules/site-routing.ts'
import { chooseEncoding } from '../http/encoding.ts'
import { isKnownTag } from '../http/known-tag.ts'
import { contentType } from './content-types.ts'
import { NO_SITE_YET } from './no-site-yet.ts'
import { openSiteFolder } from './release-files.ts'
import type { Release, SiteFile } from './release-files.ts'
import { resolveAddress } from './resolve-address.ts'

const NOT_FOUND_PAGE = '/404.html'
/** Without a build that recorded headers: nothing may run, and nothing else may be loaded. */
const BARE_HEADERS = { 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff' }

/** Serves the release that DATA_DIR/site/current names, at every address that is not the API's. */
export function createSite(siteFolder: string): FastifyPluginAsync {
  const folder = openSiteFolder(siteFolder)

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').send()
    const release = await folder.current()
    if (!release) {
      reply.headers({ ...BARE_HEADERS, 'cache-control': 'no-store', 'retry-after': '60' })
      return reply.code(503).type('text/html; charset=utf-8').send(NO_SITE_YET)
    }
    reply.headers(release.headers)
    const [path = '/', query] = request.raw.url!.split(/\?(.*)/s)
    const meaning = resolveAddress(path)
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const find = (address: string) => release.file(address, encoding)

    if (meaning) {
      const file = await find(meaning.file)
      if (file) return send(request, reply, meaning.file, file)
      const shell = meaning.shell && (await find(meaning.shell))
      if (shell) return send(request, reply, meaning.shell!, shell)
      if (meaning.slash && (await isPage(release, meaning.slash))) {
        // The address comes from the request as it was written, so that nothing is decoded twice.
        return reply.redirect(`${path}/${query ? `?${query}` : ''}`, 301)
      }
    }
    // A viewer at another site is told so too, instead of that it may not read the answer.
    if (meaning && isOpenToAll(meaning.file)) reply.header(OPEN_TO_ALL.header, OPEN_TO_ALL.value)
    const page = await find(NOT_FOUND_PAGE)
    reply.code(404)
    return page
      ? send(request, reply, NOT_FOUND_PAGE, page)
      : reply.type('text/plain; charset=utf-8').send('Not found.\n')
  }

  return async (site) => {
    site.setNotFoundHandler(serve)
  }
}

/** True when an address that ends in a slash shows a page. */
async function isPage(release: Release, address: string): Promise<boolean> {
  const meaning = resolveAddress(encodeURI(address))
  if (!meaning) return false
  const candidates = [meaning.file, meaning.shell].filter((file) => file !== undefined)
  for (const file of candidates) if (await release.file(file, 'identity')) return true
  return false
}

function send(request: FastifyRequest, reply: FastifyReply, address: string, file: SiteFile): FastifyReply {
  reply.header('etag', file.etag).header('vary', 'Accept-Encoding')
  reply.header('cache-control', reply.statusCode === 200 && isHashed(address) ? CACHE.forever : CACHE.ask)
  if (isOpenToAll(address)) reply.header(OPEN_TO_ALL.header, OPEN_TO_ALL.value)
  if (isKnownTag(request.headers['if-none-match'], file.etag) && reply.statusCode === 200) return reply.code(304).send()
  if (file.encoding !== 'identity') reply.header('content-encoding', file.encoding)
  return reply.type(contentType(address)).send(file.body)
}
