import { CACHE, HASHED_FOLDERS, CROSS_ORIGIN, REWRITES } from '#rules/addresses/site-routing.ts'

/** `_redirects` for Netlify, Cloudflare Pages and others. Existing files take precedence over rules. */
export const redirectsFile = (): string => REWRITES.map(({ from, to }) => `${from} ${to} 200\n`).join('')

/** `_headers`, for the same hosts. */
export function headersFile(security: Record<string, string>): string {
  const block = (address: string, headers: Record<string, string>) =>
    [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n')
  return [
    block('/*', security),
    ...HASHED_FOLDERS.map((folder) => block(`${folder}*`, { 'cache-control': CACHE.forever })),
    block(`${CROSS_ORIGIN.folder}*`, { [CROSS_ORIGIN.header]: CROSS_ORIGIN.value }),
  ].join('\n')
}

/** The security headers as an nginx include (docs/hosting/nginx.conf). */
export const nginxHeaders = (security: Record<string, string>): string =>
  Object.entries(security)
    .map(([name, value]) => `add_header ${name} "${value.replace(/["\\]/g, '\\$&')}" always;\n`)
    .join('')
