/**
 * Addresses that are not files of their own, the same on every host: `/map` is the map page, and an id that was published after the
 * last build gets the live shell of its kind (design.md, "Drafts and publishing").
 */
export const LIVE_SHELLS = ['itemview', 'person-overview', 'org-overview', 'zone-overview'] as const

/** `from` is an address with `:id` for a number; status 200 answers with that page, 301 sends there. */
export interface Rule {
  from: string
  to: string
  status: 200 | 301
}

export const RULES: readonly Rule[] = [
  { from: '/map', to: '/', status: 200 },
  { from: '/map/', to: '/', status: 200 },
  ...LIVE_SHELLS.map((shell): Rule => ({ from: `/${shell}/:id/`, to: `/${shell}/`, status: 200 })),
]

/** `_redirects`, as Netlify, Cloudflare Pages and others read it: a file that exists always goes before a rule. */
export const redirectsFile = (): string => RULES.map(({ from, to, status }) => `${from} ${to} ${status}\n`).join('')

/** How long an answer may be kept. */
export const FOREVER = 'public, max-age=31536000, immutable'
export const ASK_AGAIN = 'no-cache'

/** Files whose name changes with their content. */
export const isHashed = (address: string) =>
  address.startsWith('/_astro/') ||
  /^\/pagefind\/(?:fragment|index)\//.test(address) ||
  /\.pf_(?:meta|filter)$/.test(address)

/** `_headers`, for the same hosts. */
export function headersFile(security: Record<string, string>): string {
  const block = (address: string, headers: Record<string, string>) =>
    [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n')
  return [
    block('/*', security),
    ...['/_astro/*', '/pagefind/fragment/*', '/pagefind/index/*'].map((address) =>
      block(address, { 'cache-control': FOREVER }),
    ),
  ].join('\n')
}
