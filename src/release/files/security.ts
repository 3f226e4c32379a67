import type { InlineFindings } from '../pages-build/page-facts.ts'

/**
 * The Content-Security-Policy of the site: nothing but its own files, and inline scripts and styles only by the hash of their text.
 * 'wasm-unsafe-eval' lets the search index, which is WebAssembly, start; it allows no eval of scripts.
 */
export function contentSecurityPolicy(inline: Pick<InlineFindings, 'scripts' | 'styles'>, apiBase: string): string {
  const api = apiBase === '' ? [] : [new URL(apiBase).origin]
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...inline.scripts],
    'style-src': ["'self'", ...inline.styles],
    'img-src': ["'self'", 'data:', ...api],
    'connect-src': ["'self'", ...api],
    // The video sites whose embed links rules/videos.ts makes.
    'frame-src': ['https://www.youtube-nocookie.com', 'https://www.youtube.com', 'https://player.vimeo.com'],
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
