/** The path of every page (spec §2 "Screens and routes"); page paths end in `/`. Besides staff-addresses.ts, no other module spells out a path. */
export const ADDRESS = {
  map: '/',
  collection: '/collection/',
  people: '/people/',
  places: '/places/',
  organizations: '/organizations/',
  subjects: '/subjects/',
  collections: '/collections/',
  decades: '/decades/',
  types: '/types/',
  stories: '/stories/',
  about: '/about/',
  search: '/search/',
  login: '/login/',
  register: '/register/',
  resetPassword: '/reset-password/',
  account: '/account/',
  addItem: '/add-item/',
  submissions: '/submissions/',
  review: '/review/',
  feed: '/feed.xml',
} as const

export interface Link {
  href: string
  text: string
}

export const itemAddress = (id: number) => `/itemview/${id}/`
export const personAddress = (id: number) => `/person-overview/${id}/`
export const organizationAddress = (id: number) => `/org-overview/${id}/`
/** With a year, which it tells of at first. */
export const zoneAddress = (id: number, year?: string) => `/zone-overview/${id}/${year ? `?year=${year}` : ''}`
/** The place as JSON for other programs (release/files/linked-places.ts). */
export const linkedPlaceFile = (id: number) => `${zoneAddress(id)}place.json`
export const subjectAddress = (id: number) => `/subjects/${id}/`
export const collectionAddress = (id: number) => `/collections/${id}/`
export const storyAddress = (id: number) => `/stories/${id}/`
/** What another website shows of a story in a frame. */
export const storyCardAddress = (id: number) => `/stories/${id}/card/`
/** The map with a zone selected, with an organization's places highlighted, or with these zones highlighted (stores/map/view-address.ts). */
export const zoneOnMap = (id: number, year?: number | string) => `/?zone=${id}${year ? `&year=${year}` : ''}`
export const organizationOnMap = (id: number) => `/?org=${id}`
export const zonesOnMap = (ids: readonly number[]) =>
  ids.length === 1 ? zoneOnMap(ids[0]!) : `/?places=${ids.join(',')}`
export const yearOnMap = (year: number) => `/?year=${year}`
export const itemsOfZoneAddress = (id: number) => `/collection/?place=${id}`
/** Single-use links in letters (spec §2): uid and token follow. */
export const ACCOUNT_LINKS = { activation: '/activate', reset: '/password/reset/confirm' } as const
export const accountLinkAddress = (
  purpose: keyof typeof ACCOUNT_LINKS,
  { uid, token }: { uid: string; token: string },
) => `${ACCOUNT_LINKS[purpose]}/${encodeURIComponent(uid)}/${encodeURIComponent(token)}`
/** Where authors edit a submission that was returned to them. */
export const submissionAddress = (kind: string, key: number | string) => `/submissions/?record=${kind}/${key}`
/** Where authors edit an item that is waiting or was returned. */
export const editItemAddress = (id: number | string) => `${ADDRESS.addItem}?record=${id}`
export const editAddress = (kind: string, key: number | string) => `${ADDRESS.review}?record=${kind}/${key}&edit`
/** `decade` is its first year: 1890 lives at /decades/1890s/. */
export const decadeAddress = (decade: number) => `/decades/${decade}s/`
/** What is known of the town in a year; the table of its places goes on on further pages. */
export const yearAddress = (year: number, page = 1) => listPageAddress(`/years/${year}/`, page)
export const UNDATED_ADDRESS = '/decades/undated/'
export const typeAddress = (type: string) => `/types/${type}/`
/** Pagination: page 1 has the list's own address. */
export const listPageAddress = (list: string, page: number) => (page === 1 ? list : `${list}${page}/`)
/** 12 for `/itemview/12/`; undefined if the path has no id. */
export function recordIdFromPath(pathname: string): number | undefined {
  const match = /^\/[\w-]+\/(\d{1,15})\/?$/.exec(pathname)
  const id = Number(match?.[1])
  return id > 0 ? id : undefined
}

/** The society's logo, named by its content. */
export const logoAddress = ({ version }: { version: string }) => `/data/logo.${version}.png`
/** The picture of a Label or Notice. */
export const labelPicture = (version: string) => `/data/label.${version}.png`

// Not of the objects above and below: scripts of visitors have these whole.
/** A feed of what happened a round number of years ago. */
export const ANNIVERSARIES = '/anniversaries.xml'
/** Outlines of places that are not dated, for the plans of all years. */
export const UNDATED_PLAN = '/data/undated.svg'
/** The years that have a page, for the search: a list in a file. */
export const YEAR_PAGES = '/data/year-pages.json'

/** Files of the last build that the map page reads. */
export const MAP_DATA = {
  zones: '/data/zones.json',
  organizations: '/data/organizations.json',
  streets: '/data/streets.json',
  /** Thumbnails of the places with the most pictures, these first. */
  pictures: '/data/pictures.json',
  zone: (pk: number) => `/data/zones/${pk}.json`,
  /** When places were there, owned, lived in … (rules/years/year-file.ts). */
  years: '/data/years.json',
  /** The same of some places, in words. */
  yearNames: (pk: number) => `/data/years/${Math.floor(pk / 64)}.json`,
  /** Preview pictures of the map before it is interactive, named by their content hash. */
  firstView: (name: string, hash: string) => `/data/first-view/${name}.${hash}.webp`,
} as const

/** `/data/organizations.json`: every organization with its zones. */
export type OrganizationsFile = readonly (readonly [
  id: number,
  name: string,
  altnames: readonly string[],
  zones: readonly number[],
])[]
