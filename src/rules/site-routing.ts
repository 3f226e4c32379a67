/**
 * Addresses of the site that are not files of their own, the same on every host: `/map` is the map page, and an id that was published after
 * the last build gets the live shell of its kind (design.md, "Drafts and publishing").
 */
export const LIVE_SHELLS = ['itemview', 'person-overview', 'org-overview', 'zone-overview'] as const

/** `from` may hold `:id`, which stands for a number. The visitor keeps the address and sees the page at `to`. */
export interface Rewrite {
  from: string
  to: string
}
export const REWRITES: readonly Rewrite[] = [
  { from: '/map/', to: '/' },
  ...LIVE_SHELLS.map((shell) => ({ from: `/${shell}/:id/`, to: `/${shell}/` })),
]

/** The page that an address without a file of its own shows; undefined when there is none. `address` ends in `/`. */
export function rewriteOf(address: string): string | undefined {
  const general = address.replace(/\/[1-9]\d{0,14}\/$/, '/:id/')
  return REWRITES.find(({ from }) => from === address || from === general)?.to
}

/** How long an answer may be kept: for ever, or until the server is asked whether it still holds. */
export const CACHE = { forever: 'public, max-age=31536000, immutable', ask: 'no-cache' } as const

/** True for files whose name changes with their content. */
export const isHashed = (address: string): boolean =>
  address.startsWith('/_astro/') || /^\/pagefind\/(?:fragment|index|filter)\/|\.pf_meta$/.test(address)

/** What lies in a release's folder: the site itself, and beside it what visitors need not read. */
export const RELEASE = {
  site: 'public',
  report: 'build-report.json',
  headers: 'headers.json',
  nginxHeaders: 'headers.nginx.conf',
} as const
