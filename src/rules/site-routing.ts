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

/** Folders of files whose name changes with their content. A record of the search is none: it is called by its number, in every release. */
export const HASHED_FOLDERS = ['/_astro/', '/pagefind/index/', '/data/first-view/'] as const

/**
 * True for files whose name changes with their content: kept for ever, and still there for a page that was opened before a new release. Whatever is
 * called by the number of a record must not be: what is withdrawn would stay.
 */
export const isHashed = (address: string): boolean =>
  HASHED_FOLDERS.some((folder) => address.startsWith(folder)) || address.endsWith('.pf_meta')

/** Files of the search, and in it one for each record. */
const SEARCH_FOLDER = '/pagefind/'
export const RECORDS_FOLDER = 'pagefind/fragment'

/** True for files that may hold words of records: where these were withdrawn or changed, an earlier release's are not to be told. */
export const holdsWords = (address: string): boolean => address.startsWith(SEARCH_FOLDER)

/** Files that pages of any other site may read: IIIF documents, which viewers open from wherever they are. */
export const OPEN_TO_ALL = { folder: '/iiif/', header: 'access-control-allow-origin', value: '*' } as const
export const isOpenToAll = (address: string): boolean => address.startsWith(OPEN_TO_ALL.folder)

/** What lies in a release's folder: the site itself, and beside it what visitors need not read. */
export const RELEASE = {
  site: 'public',
  report: 'build-report.json',
  headers: 'headers.json',
  earlierWords: 'earlier-words.json',
  nginxHeaders: 'headers.nginx.conf',
} as const
