import { CACHE, REWRITES } from '#rules/site-routing.ts'

/** `_redirects`, as Netlify, Cloudflare Pages and others read it: a file that exists always goes before a rule. */
export const redirectsFile = (): string => REWRITES.map(({ from, to }) => `${from} ${to} 200\n`).join('')

/** `_headers`, for the same hosts. */
export function headersFile(security: Record<string, string>): string {
  const block = (address: string, headers: Record<string, string>) =>
    [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n')
  const hashed = ['/_astro/*', '/pagefind/fragment/*', '/pagefind/index/*', '/pagefind/filter/*']
  return [block('/*', security), ...hashed.map((address) => block(address, { 'cache-control': CACHE.forever }))].join(
    '\n',
  )
}

/** The same security headers for nginx to include (docs/hosting/nginx.conf). */
export const nginxHeaders = (security: Record<string, string>): string =>
  Object.entries(security)
    .map(([name, value]) => `add_header ${name} "${value.replace(/["\\]/g, '\\$&')}" always;\n`)
    .join('')
