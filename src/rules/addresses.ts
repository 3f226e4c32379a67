/** Where every page of the site lives (spec §2 "Screens and routes"). Paths end in `/`; nothing else spells an address out. */
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
  about: '/about/',
  search: '/search/',
  register: '/register/',
  addItem: '/add-item/',
  feed: '/feed.xml',
} as const

export const itemAddress = (id: number) => `/itemview/${id}/`
export const personAddress = (id: number) => `/person-overview/${id}/`
export const organizationAddress = (id: number) => `/org-overview/${id}/`
export const zoneAddress = (id: number) => `/zone-overview/${id}/`
export const subjectAddress = (id: number) => `/subjects/${id}/`
export const collectionAddress = (id: number) => `/collections/${id}/`
/** Where the links of letters lead (spec §2): secret, and good once. */
const SECRET = { activation: '/activate', reset: '/password/reset/confirm' } as const
export const secretAddress = (purpose: keyof typeof SECRET, { uid, token }: { uid: string; token: string }) =>
  `${SECRET[purpose]}/${encodeURIComponent(uid)}/${encodeURIComponent(token)}`
/** Where an author goes on with a record that came back to them. */
export const submissionAddress = (kind: string, key: number | string) => `/submissions/?record=${kind}/${key}`
/** `decade` is its first year: 1890 lives at /decades/1890s/. */
export const decadeAddress = (decade: number) => `/decades/${decade}s/`
export const UNDATED_ADDRESS = '/decades/undated/'
/** `paper_record` lives at /types/paper_record/. */
export const typeAddress = (type: string) => `/types/${type}/`
/** A page of a long list: the first has the list's own address. */
export const listPageAddress = (list: string, page: number) => (page === 1 ? list : `${list}${page}/`)
