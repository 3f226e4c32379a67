import { society } from '#society'
import type { InlineFindings } from '../pages-build/page-facts.ts'

/** Where a base map of society.ts comes from: this archive, or another server. */
interface BaseMap {
  layers?: readonly number[]
  tiles?: string
  wms?: string
}

/** The servers that base maps come from, as a policy names them; `{s}` in an address stands for several hosts. */
export function imageryOrigins(baseMaps: readonly BaseMap[]): string[] {
  const origins = baseMaps.flatMap(({ tiles, wms }) => {
    const address = URL.parse((tiles ?? wms ?? '').replace('{s}', 'any-host'))
    return address && /^https?:$/.test(address.protocol) ? [address.origin.replace('any-host', '*')] : []
  })
  return [...new Set(origins)].toSorted()
}

/** The hosts of players as a policy names them. What is no plain host name opens nothing; no host at all, nothing. */
export function frameSources(hosts: readonly string[]): string[] {
  const sources = hosts.filter((host) => /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(host)).map((host) => `https://${host}`)
  return sources.length === 0 ? ["'none'"] : sources
}

/**
 * The Content-Security-Policy of the site: nothing but its own files, and inline scripts and styles only by the hash of their text.
 * 'wasm-unsafe-eval' lets the search index, which is WebAssembly, start; it allows no eval of scripts. Pictures may also come from the servers of
 * the society's base maps, and frames from the hosts of players that it allows (rules/videos.ts).
 */
export function contentSecurityPolicy(
  inline: Pick<InlineFindings, 'scripts' | 'styles'>,
  apiBase: string,
  baseMaps: readonly BaseMap[] = society.map.baseMaps,
  embeds: readonly string[] = society.embeds,
): string {
  const api = apiBase === '' ? [] : [new URL(apiBase).origin]
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...inline.scripts],
    'style-src': ["'self'", ...inline.styles],
    'img-src': ["'self'", 'data:', ...api, ...imageryOrigins(baseMaps)],
    'connect-src': ["'self'", ...api],
    'frame-src': frameSources(embeds),
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/** Headers of every answer. HSTS only where the site itself is https: on a plain address it would lock visitors out. */
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
