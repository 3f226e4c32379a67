import { MEDIA_FOLDER } from '../media/site-media.ts'
import { ACCOUNT_LINKS, ADDRESS } from './page-addresses.ts'

/**
 * Pages without a built file that have a fallback on every host: a record published after the last build gets the live shell of its kind.
 */
export const LIVE_SHELLS = ['itemview', 'person-overview', 'org-overview', 'zone-overview'] as const

/** Pages that are nothing without an API: of accounts, of members and staff, and for records that are newer than the site. */
export const isLivePage = (address: string): boolean =>
  LIVE_PAGES.some((page) => address.startsWith(page)) || LIVE_SHELLS.some((shell) => address === `/${shell}/`)
const LIVE_PAGES = [
  ...[ADDRESS.login, ADDRESS.register, ADDRESS.resetPassword, ADDRESS.account, ADDRESS.addItem],
  ...[ADDRESS.submissions, ADDRESS.review, '/activate/', '/password/'],
]

/** In pages that search engines leave out. */
export const UNLISTED = '<meta name="robots" content="noindex'

/** The pages of links in letters. Their uid and token are secret: see `secretGuard` (layouts/inline-code.ts). */
export const SECRET_SHELLS = Object.values(ACCOUNT_LINKS)

/** A rewrite, not a redirect: the visitor keeps the address. `:id` in `from` matches a number, other names any part of a path. */
interface Rewrite {
  from: string
  to: string
}
export const REWRITES: readonly Rewrite[] = [
  { from: '/map/', to: '/' },
  // Its name before there was one list of undo.
  { from: '/review/removed/', to: '/review/undo/' },
  // The timeline lists them.
  { from: '/years/', to: '/decades/' },
  ...LIVE_SHELLS.map((shell) => ({ from: `/${shell}/:id/`, to: `/${shell}/` })),
  { from: '/itemview/:id/page/:page/', to: '/itemview/' },
  ...SECRET_SHELLS.map((shell) => ({ from: `${shell}/:uid/:token/`, to: `${shell}/` })),
]
const PATTERNS = REWRITES.map(({ from, to }) => {
  const pattern = from.replace(':id', String.raw`[1-9]\d{0,14}`).replace(/:\w+/g, '[^/]+')
  return { pattern: new RegExp(`^${pattern}$`), to }
})

/** The page for an address without a file; undefined if there is none. `address` ends in `/`. */
export function findRewrite(address: string): string | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(address))?.to
}

/** Matches a further page of a list and captures the list. Such a page is named by its years or a number: these change with what is published, and links to earlier ones stay. */
export const LIST_PAGE = /^(\/(?:collections|decades|subjects|types)\/[\w-]+\/)(?:\d+|undated)\/(?:\d+\/)?$/

/** The list of a further page. Undefined for other addresses. `address` ends in `/`. */
export const listOfPage = (address: string): string | undefined => LIST_PAGE.exec(address)?.[1]

export const CACHE = { forever: 'public, max-age=31536000, immutable', revalidate: 'no-cache' } as const

/** Folders of content-hashed files. The search index is not included: words of a withdrawn record must not stay in a cache. */
export const HASHED_FOLDERS = ['/_astro/', '/data/first-view/'] as const

/**
 * True for content-hashed files: immutable, and still served from earlier releases to pages that are open. Never for files named by a record's id, which
 * must disappear when the record is withdrawn.
 */
export const isHashed = (address: string): boolean => HASHED_FOLDERS.some((folder) => address.startsWith(folder))

/** How long a file of the site may be kept: the addresses of pictures and tiles have their version. */
export const cachingOf = (address: string): string =>
  isHashed(address) || address.startsWith(MEDIA_FOLDER) ? CACHE.forever : CACHE.revalidate

/** Pagefind's files; those of the index of texts are in a folder below. Each record has one in `fragment`, and the entry names those that belong together. */
export const SEARCH_FOLDER = 'pagefind'
export const SEARCH_ENTRY = 'pagefind-entry.json'
export const isRecordFile = (address: string): boolean => /^\/pagefind\/(?:texts\/)?fragment\//.test(address)

/** The public archive as data, made by each full build and whenever something was withdrawn. */
export const DUMP_FOLDER = '/dump/'
export const DUMP = `${DUMP_FOLDER}datapackage.json`

/** Files with CORS for every origin: IIIF documents and pictures, for viewers on other sites, and the dump. */
export const CROSS_ORIGIN = {
  folders: ['/iiif/', DUMP_FOLDER, MEDIA_FOLDER],
  header: 'access-control-allow-origin',
  value: '*',
} as const
export const isCrossOrigin = (address: string): boolean =>
  CROSS_ORIGIN.folders.some((folder) => address.startsWith(folder))

/** Names in a release's folder: the public site, and files beside it that are not public. */
export const RELEASE = {
  site: 'public',
  report: 'build-report.json',
  headers: 'headers.json',
  nginxHeaders: 'headers.nginx.conf',
  caddyHeaders: 'headers.caddy',
  contents: 'contents.json',
} as const
