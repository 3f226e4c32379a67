import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import {
  CACHE,
  CROSS_ORIGIN,
  DUMP,
  isHashed,
  isCrossOrigin,
  listOfPage,
  findRewrite,
  SECRET_SHELLS,
  UNLISTED,
} from '#rules/addresses/site-routing.ts'
import { escapeMarkup } from '#rules/markup/xml.ts'
import { leafOfQuery } from '#rules/addresses/leaf-addresses.ts'
import { redirectOld } from './redirects.ts'
import { scanOfLeaf } from './record-addresses.ts'
import { openSiteFolder, type Release } from './release-files.ts'
import { sendPage } from './send-page.ts'
import { namesRecords, withoutWithdrawn, type Withdrawn } from './withdrawn.ts'
import type { Repositories } from '../repositories/repositories.ts'

const NOT_FOUND_PAGE = '/404.html'
/** Without the build's headers nothing may run or be loaded. */
const BARE_HEADERS = { 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff' }
/** Of scripts, styles, fonts and the search index. What a page may load and run is said by the page: 2 kB of headers, more than many of these files have. */
const HASHED_HEADERS = { 'x-content-type-options': 'nosniff' }
const HTML = 'text/html; charset=utf-8'
const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.xml': 'application/xml',
  '.json': 'application/json',
}
const CONDITIONS = ['if-none-match', 'if-modified-since', 'range']

/** ETags decide, dates do not: after a clock was set back, a changed file may be dated earlier than the copy that somebody has (RFC 9110 §13.1.3, §14.2). */
function ignoreDates({ headers }: IncomingMessage): void {
  delete headers['if-modified-since']
  if (headers['if-range']?.includes('"') === false) delete headers.range
}

/** Media types that do not follow from common file extensions: a feed, Pagefind's WebAssembly, and lines of JSON. */
const TYPES: [ending: string, type: string][] = [
  ['/feed.xml', 'application/atom+xml; charset=utf-8'],
  ['/anniversaries.xml', 'application/atom+xml; charset=utf-8'],
  ['.pagefind', 'application/wasm'],
  ['.jsonl', 'application/x-ndjson; charset=utf-8'],
]

export interface SiteOptions {
  /** What the archive has withdrawn; missing where nothing is known of it. */
  withdrawn?: Withdrawn
  /** Addresses on earlier websites. */
  oldAddresses?: Repositories['oldAddresses']
}
/** Milliseconds between looks for what was withdrawn. */
const LOOK_EVERY = 1000

/** Serves the release at DATA_DIR/site/current, on every path outside the API. Withdrawn records are gone at once, whether the site can be built or not. */
export function createSite(siteFolder: string): FastifyPluginAsync<SiteOptions> {
  const folder = openSiteFolder(siteFolder)

  async function serve(request: FastifyRequest, reply: FastifyReply, { withdrawn, oldAddresses }: SiteOptions) {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').send()
    const release = folder.current()
    if (!release) {
      reply.headers({ ...BARE_HEADERS, 'cache-control': 'no-store', 'retry-after': '60' })
      return reply.code(503).type(HTML).send(NO_SITE_YET)
    }
    /** A person's page from before the name alone is shown: the live one tells no more than that. */
    async function tellsTooMuch(file: string): Promise<boolean> {
      const site = (await withdrawn?.keepsName(file)) ? release!.folderOf(file) : undefined
      return site !== undefined && !readFileSync(join(site, file), 'utf8').includes(UNLISTED)
    }
    const [path = '/', query] = request.raw.url!.split(/\?(.*)/s)
    const resolved = resolveAddress(path)
    const found = [resolved?.file, resolved?.shell].find((file) => file && release.folderOf(file))
    if (found && isHashed(found)) reply.headers(HASHED_HEADERS)
    else reply.headers(release.headers)
    if (resolved && ((await withdrawn?.hasPath(resolved.file)) || (await tellsTooMuch(resolved.file)))) {
      if (isCrossOrigin(resolved.file)) reply.header(CROSS_ORIGIN.header, CROSS_ORIGIN.value)
      const note = resolved.file.endsWith('.html') ? await withdrawn?.noteAt(resolved.file) : undefined
      if (note) return reply.code(410).header('cache-control', CACHE.revalidate).type(HTML).send(takenDownPage(note))
      // The live shell asks the archive, leads to the map and says why (spec §8). To staff it shows the record.
      const shell = resolved.shell && release.folderOf(resolved.shell) ? resolved.shell : NOT_FOUND_PAGE
      return sendWhole(request, reply.code(410), release, shell)
    }
    // On hosts of files a script does the same (layouts/inline-code.ts).
    const leaf = found && query && leafOfQuery(path, query)
    if (leaf && release.folderOf(`${leaf.split('?')[0]}index.html`))
      return reply.header('cache-control', CACHE.revalidate).redirect(leaf, 302)
    // The page of a scan that was taken down: the live shell shows those that are left.
    const scan = found && scanOfLeaf(found, () => readFileSync(join(release.folderOf(found)!, found), 'utf8'))
    if (scan && (await withdrawn?.hasPicture(scan))) return sendWhole(request, reply, release, resolved!.shell!)
    const gone = found && namesRecords(found) ? await withdrawn?.since(release.since(found)) : undefined
    if (found && gone && gone.size > 0) {
      const { isGone, shell, text } = withoutWithdrawn({ ...release, gone, file: found })
      if (isGone) return reply.code(410).send()
      if (shell) return sendWhole(request, reply, release, shell)
      if (text !== undefined) {
        if (isCrossOrigin(found)) reply.header(CROSS_ORIGIN.header, CROSS_ORIGIN.value)
        return reply
          .header('cache-control', 'no-store')
          .type(`${MEDIA_TYPES[extname(found)]}; charset=utf-8`)
          .send(text)
      }
    }
    const site = found && release.folderOf(found)
    if (site) {
      ignoreDates(request.raw)
      reply.header('cache-control', isHashed(found) ? CACHE.forever : CACHE.revalidate)
      if (isCrossOrigin(found)) reply.header(CROSS_ORIGIN.header, CROSS_ORIGIN.value)
      return sendPage(request, reply, join(site, found)) ?? reply.sendFile(found, site)
    }
    // The raw path, so that nothing is decoded twice.
    if (resolved?.slash && isPage(release, resolved.slash))
      return reply.redirect(`${path}/${query ? `?${query}` : ''}`, 301)
    const list = listOfPage(path)
    if (list && isPage(release, list)) return reply.header('cache-control', CACHE.revalidate).redirect(list, 302)
    reply.code(404)
    if (oldAddresses && (await redirectOld(request, reply, oldAddresses, withdrawn))) return reply
    // Also for 404s, so that IIIF viewers on other sites can read them.
    if (resolved && isCrossOrigin(resolved.file)) reply.header(CROSS_ORIGIN.header, CROSS_ORIGIN.value)
    return sendWhole(request, reply, release, NOT_FOUND_PAGE)
  }

  return async (site, options) => {
    await site.register(staticFiles, { root: siteFolder, serve: false, preCompressed: true, cacheControl: false })
    site.addHook('onSend', async (request, reply) => {
      const type = TYPES.find(([ending]) => request.url.split('?')[0]!.endsWith(ending))?.[1]
      if (type && reply.statusCode < 300) reply.type(type)
    })
    site.setNotFoundHandler((request, reply) => serve(request, reply, options))
    const { withdrawn } = options
    if (!withdrawn) return
    // For web servers that send the files themselves. An update that finds them missing makes them again if the record is back.
    let removed: { of?: Release; made?: string; gone: ReadonlySet<string> } = { gone: new Set() }
    const look = async () => {
      const of = folder.current()
      if (!of) return
      const made = of.since()
      const gone = await withdrawn.since(made)
      // A build or an update may have written it after it was removed.
      const isNew = removed.of !== of || removed.made !== made
      const some = [...gone].filter((record) => isNew || !removed.gone.has(record))
      if (gone !== removed.gone) of.remove(some, withoutWithdrawn({ ...of, gone, file: DUMP }).isGone === true)
      removed = { of, made, gone }
    }
    // A database that is away is reported by others.
    const removing = setInterval(() => void look().catch(() => undefined), LOOK_EVERY)
    site.addHook('onClose', async () => clearInterval(removing))
  }
}

/** Sends a page that stands for another one: always complete, because a 304 or a range would leave the visitor without a page. */
function sendWhole({ raw }: FastifyRequest, reply: FastifyReply, release: Release, page: string): FastifyReply {
  for (const header of CONDITIONS) delete raw.headers[header]
  reply.header('cache-control', CACHE.revalidate)
  const folder = release.folderOf(page)
  return folder ? reply.sendFile(page, folder) : reply.type('text/plain; charset=utf-8').send('Not found.\n')
}

/** True if there is a page at a path with a trailing slash. */
function isPage(release: Release, address: string): boolean {
  const resolved = resolveAddress(encodeURI(address))
  return [resolved?.file, resolved?.shell].some((file) => file && release.folderOf(file))
}

const plainPage = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<h1>${title}</h1>
${content}
</html>
`
/** Shown while no site has been built. It needs no files. */
const NO_SITE_YET = plainPage(
  'The archive is being prepared',
  `<p>The archive is running, but its pages have not been built yet. If you look after it, run <code>npm run build</code>.
No account yet? <code>npm run archive -- account create EMAIL --name "YOUR NAME" --role administrator</code>, on this machine, creates the first one.</p>
<p>If you are a visitor, please come back in a few minutes.</p>`,
)
/** In place of a record that was taken down on request. @param says why, and whom to ask. */
const takenDownPage = (says: readonly string[]) =>
  plainPage(
    'This was taken down',
    ['Somebody asked for it to be taken out of the archive.', ...says]
      .map((text) => `<p>${escapeMarkup(text)}</p>`)
      .join('\n'),
  )

/** The file of a URL path, and fallbacks. */
interface ResolvedAddress {
  /** Path below the site, starting with `/`. */
  file: string
  /** Served instead if the file does not exist; undefined: the 404 page. */
  shell: string | undefined
  /** Redirect if there is a page at the path with a trailing slash. */
  slash: string | undefined
}

/** Files for static hosts, not for visitors. */
const HIDDEN = /^\/(?:_redirects|_headers)$|\.(?:br|gz)$|\/\./

/** Resolves a request path. Undefined for invalid encoding, `..`, NUL, backslashes and hidden files. */
function resolveAddress(path: string): ResolvedAddress | undefined {
  let address: string
  try {
    address = decodeURIComponent(path)
  } catch {
    return undefined
  }
  if (
    !address.startsWith('/') ||
    /[\0\\]|\/\//.test(address) ||
    address.split('/').includes('..') ||
    HIDDEN.test(address)
  ) {
    return undefined
  }
  const shellOf = (address: string) => {
    const shell = findRewrite(address)
    return shell && `${shell}index.html`
  }
  if (address.endsWith('/')) return { file: `${address}index.html`, shell: shellOf(address), slash: undefined }
  // Without a redirect: browsers and caches would keep the secret in it.
  const isSecret = SECRET_SHELLS.some((shell) => address.startsWith(`${shell}/`))
  return { file: address, shell: isSecret ? shellOf(`${address}/`) : undefined, slash: `${address}/` }
}
