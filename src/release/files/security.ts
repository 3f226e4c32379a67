import { MEDIA_FOLDER } from '#rules/media/site-media.ts'
import { createHash } from 'node:crypto'
import { society } from '#society'
import { CACHE, HASHED_FOLDERS, CROSS_ORIGIN } from '#rules/addresses/site-routing.ts'
import { MAX_INLINE, type InlineCode } from '../pages/page-facts.ts'

/** A base map: from this archive (`layers`), or from another server. */
interface BaseMap {
  layers?: readonly number[] | undefined
  tiles?: string | undefined
  wms?: string | undefined
}

/** CSP sources of the base maps; `{s}` in an address stands for several hosts. */
export function imageryOrigins(baseMaps: readonly BaseMap[]): string[] {
  const origins = baseMaps.flatMap(({ tiles, wms }) => {
    const address = URL.parse((tiles ?? wms ?? '').replace('{s}', 'any-host'))
    return address && /^https?:$/.test(address.protocol) ? [address.origin.replace('any-host', '*')] : []
  })
  return [...new Set(origins)].toSorted()
}

/** CSP sources of the video players. Invalid host names are ignored. */
export function frameSources(hosts: readonly string[]): string[] {
  const sources = hosts.filter((host) => /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(host)).map((host) => `https://${host}`)
  return sources.length === 0 ? ["'none'"] : sources
}

/** A website, with and without `www.`, if it is one. */
function frameAncestors(website: string): string[] {
  const address = URL.parse(website)
  if (!address || !/^https?:$/.test(address.protocol)) return []
  const bare = address.host.replace(/^www\./, '')
  return [bare, `www.${bare}`].map((host) => `${address.protocol}//${host}`)
}

/** CSP hashes of inline code. Throws if there are too many for a header. */
function hashes(code: readonly string[]): string[] {
  const all = new Set(code.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))
  if (all.size > MAX_INLINE)
    throw new Error(`The build has ${all.size} inline scripts; at most ${MAX_INLINE} fit into its headers.`)
  return [...all]
}

/**
 * The Content-Security-Policy: the site's own files, and the build's inline code by hash. 'wasm-unsafe-eval' is for Pagefind's WebAssembly and does not
 * allow eval of scripts. Images may also come from a store (`mediaUrl`) and the society's base maps, and frames from its allowed video players (rules/media/videos.ts).
 */
export function contentSecurityPolicy(
  inline: InlineCode,
  { apiBase, mediaUrl }: { apiBase: string; mediaUrl?: string | undefined },
  baseMaps: readonly BaseMap[],
  embeds: readonly string[] = society.embeds,
): string {
  const api = apiBase === '' ? [] : [new URL(apiBase).origin]
  const media = mediaUrl === undefined ? [] : [new URL(mediaUrl).origin]
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...hashes(inline.scripts)],
    'style-src': ["'self'", ...hashes(inline.styles)],
    'img-src': ["'self'", 'data:', ...new Set([...api, ...media]), ...imageryOrigins(baseMaps)],
    ...(api.length > 0 && { 'media-src': ["'self'", ...api] }),
    'connect-src': ["'self'", ...api],
    'frame-src': frameSources(embeds),
    // The society's own website may show a story's card.
    'frame-ancestors': ["'self'", ...frameAncestors(society.links.mainWebsite)],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/** Headers of every response. HSTS only for an https site, since it would lock visitors out of an http one. */
export function securityHeaders(policy: string, site: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(site.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** `_headers` for Netlify, Cloudflare Pages and others. */
export function headersFile(security: Record<string, string>): string {
  const block = (address: string, headers: Record<string, string>) =>
    [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n')
  return [
    block('/*', security),
    ...[...HASHED_FOLDERS, MEDIA_FOLDER].map((folder) => block(`${folder}*`, { 'cache-control': CACHE.forever })),
    ...CROSS_ORIGIN.folders.map((folder) => block(`${folder}*`, { [CROSS_ORIGIN.header]: CROSS_ORIGIN.value })),
  ].join('\n')
}

/** The security headers as an nginx include (docs/operate/web-servers/nginx.conf). */
export const nginxHeaders = (security: Record<string, string>): string =>
  Object.entries(security)
    .map(([name, value]) => `add_header ${name} "${value.replace(/["\\]/g, '\\$&')}" always;\n`)
    .join('')

/** The same as a file that a Caddyfile imports. */
export const caddyHeaders = (security: Record<string, string>): string =>
  `header {\n${Object.entries(security)
    .map(([name, value]) => `\t${name} "${value.replace(/["\\]/g, '\\$&')}"\n`)
    .join('')}}\n`
