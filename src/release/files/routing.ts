import { CACHE, HASHED_FOLDERS, OPEN_TO_ALL, REWRITES } from '#rules/site-routing.ts'

/** `_redirects`, as Netlify, Cloudflare Pages and others read it: a file that exists always goes before a rule. */
export const redirectsFile = (): string => REWRITES.map(({ from, to }) => `${from} ${to} 200\n`).join('')

/** `_headers`, for the same hosts. */
export function headersFile(security: Record<string, string>): string {
  const block = (address: string, headers: Record<string, string>) =>
    [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n')
  return [
    block('/*', security),
    ...HASHED_FOLDERS.map((folder) => block(`${folder}*`, { 'cache-control': CACHE.forever })),
    block(`${OPEN_TO_ALL.folder}*`, { [OPEN_TO_ALL.header]: OPEN_TO_ALL.value }),
  ].join('\n')
}

/** The same security headers for nginx to include (docs/hosting/nginx.conf). */
export const nginxHeaders = (security: Record<string, string>): string =>
  Object.entries(security)
    .map(([name, value]) => `add_header ${name} "${value.replace(/["\\]/g, '\\$&')}" always;\n`)
    .join('')
