import sharp from 'sharp'
import type { EndpointName } from '#contract/endpoints.ts'
import { pictureVersion } from '#server/storage/picture-keys.ts'
import { form } from './form.ts'
import { SENT_IN_PARTS } from './sent-in-parts.ts'

/** An injected request. */
export interface Request {
  url: string
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  payload?: unknown
  headers?: Record<string, string>
}
/** The record of a request: its id, or a lot's number. */
export interface Target {
  id: number
}

/** Every scan of the test archives has the same picture and no watermark. */
export const PICTURE_VERSION = pictureVersion('a'.repeat(64), undefined)

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#876543' } })
  .jpeg()
  .toBuffer()
const upload = (url: string, fields: Record<string, string>, content = picture): Request => {
  const { payload, headers } = form(fields, { name: 'image', file: 'scan.jpg', type: 'image/jpeg', content })
  return { url, method: 'POST', payload, headers }
}
const post = (url: string, payload?: unknown): Request => ({ url, method: 'POST', payload })
const READ = { headers: { 'if-match': '{version}' } }
const PASSWORD = 'Harbour-1835'
const NO_UPLOAD = '6a1f1f5e-0d3c-4b53-9d0e-8a1f1f5e0d3c'
let counter = 0
/** Strips that were split off: all calls share a process, and the ground must last for them. */
let strips = 0
const fresh = () => `walk-${(counter += 1)}`

/**
 * A request that succeeds where it is allowed. What it needs beyond that (a current version, a good token) is filled in by `prepare` of the
 * walk; `{version}` stands for the version of the record.
 */
export const SAMPLE_CALLS: Record<EndpointName, (target: Target) => Request> = {
  login: () => post('/auth/jwt/create/', { email: 'volunteer@example.org', password: PASSWORD }),
  verifyToken: () => post('/auth/jwt/verify/', { token: '{access}' }),
  refreshToken: () => post('/auth/jwt/refresh/', { refresh: '{refresh}' }),
  logOut: () => post('/auth/jwt/logout/', { refresh: '{refresh}' }),
  me: () => ({ url: '/auth/users/me/' }),
  requestReset: () => post('/auth/users/reset_password/', { email: 'nobody@example.org' }),
  confirmReset: () =>
    post('/auth/users/reset_password_confirm/', {
      uid: '{uid}',
      token: '{reset}',
      new_password: PASSWORD,
      re_new_password: PASSWORD,
    }),
  activate: () => post('/auth/users/activation/', { uid: '{uid}', token: '{activation}' }),
  changePassword: () =>
    post('/auth/users/set_password/', {
      current_password: PASSWORD,
      new_password: `${PASSWORD}a`,
      re_new_password: `${PASSWORD}a`,
    }),
  logOutEverywhere: () => post('/auth/users/end_sessions/'),

  locations: () => ({ url: '/api/locations/' }),
  location: () => ({ url: '/api/location/1/' }),
  lots: () => ({ url: '/api/lots/' }),
  ownership: () => ({ url: '/api/lots/ownership/' }),
  heritage: () => ({ url: '/api/heritage-information/' }),
  locationDescriptions: () => ({ url: '/api/locationdescription/' }),
  plaques: () => ({ url: '/api/plaques/' }),
  residents: () => ({ url: '/api/residents/' }),
  placeNames: () => ({ url: '/api/places/names/' }),

  people: () => ({ url: '/api/people/' }),
  person: ({ id }) => ({ url: `/api/person/${id}/` }),
  personImage: ({ id }) => ({ url: `/api/people/images/${id}/?width=320` }),
  relationships: () => ({ url: '/api/people/relationships/' }),
  createPerson: () => post('/api/people/', { first_name: 'Ada', surname: 'Walker' }),
  createGrave: ({ id }) => post('/api/graves/', { entry: 'Row 1', person: id }),
  createPersonImage: ({ id }) => upload('/api/people/images/create/', { person: String(id) }),
  createRelationship: ({ id }) =>
    post('/api/people/relationships/', { person1: 2, person2: id, relationship_type: 'parent', description: '' }),

  organizations: () => ({ url: '/api/organizations/' }),
  organization: ({ id }) => ({ url: `/api/organization/${id}/` }),
  organizationLocations: () => ({ url: '/api/organizations/location/' }),
  employment: () => ({ url: '/api/employment/' }),
  createOrganization: () => post('/api/organizations/', { name: 'Bakery', altname: ['Bakers'], description: 'Bread.' }),

  subjects: () => ({ url: '/api/subjects/' }),
  createSubject: () => post('/api/subjects/', { subject_name: fresh(), subject_description: 'A subject.' }),
  collections: () => ({ url: '/api/collections/?visibility=draft' }),
  collection: ({ id }) => ({ url: `/api/collection/${id}/` }),
  stories: () => ({ url: '/api/stories/' }),
  story: ({ id }) => ({ url: `/api/story/${id}/` }),
  texts: ({ id }) => ({ url: `/api/texts/?items=${id}` }),
  createCollection: () =>
    post('/api/collections/', { collection_name: fresh(), collection_description: 'Letters.', hierarchy: 'file' }),

  items: () => ({ url: '/api/items/?visibility=draft&page_size=100' }),
  itemFacets: () => ({ url: '/api/items/facets/?visibility=draft' }),
  search: () => ({ url: '/api/search/?search=mill' }),
  itemPlaces: () => ({ url: '/api/items/places/?visibility=draft' }),
  item: ({ id }) => ({ url: `/api/item/${id}/` }),
  createItem: () =>
    post('/api/item/post/', { type: 'photograph', general_description: 'A street.', visibility: 'draft' }),
  scanImage: ({ id }) => ({ url: `/api/scan/image/${id}/?width=320` }),
  scanInformation: ({ id }) => ({ url: `/api/scan/iiif/${id}/${PICTURE_VERSION}/info.json` }),
  contentSearch: ({ id }) => ({ url: `/api/item/${id}/search/?q=secret` }),
  contentSearch1: ({ id }) => ({ url: `/api/item/${id}/search/1/?q=secret` }),
  autocomplete: ({ id }) => ({ url: `/api/item/${id}/search/words/?q=sec` }),
  scanTile: ({ id }) => ({ url: `/api/scan/iiif/${id}/${PICTURE_VERSION}/full/300,200/0/default.jpg` }),
  createScan: ({ id }) =>
    upload('/api/scans/create/', {
      item: String(id),
      watermark: 'Town',
      order: '1',
      color: 'black',
      position: 'bottom right',
    }),
  previewImage: () => upload('/api/scans/preview/', {}),
  drawWatermark: () => ({ url: '/api/scans/watermark/?text=Town&color=black&width=800&height=600' }),
  ...SENT_IN_PARTS,
  scanOriginal: ({ id }) => ({ url: `/api/scan/original/${id}/` }),

  sendText: ({ id }) => {
    const file = { name: 'image', file: 'page.txt', type: 'text/plain', content: Buffer.from(fresh()) }
    const { payload, headers } = form({}, file)
    return {
      url: `/api/records/scans/${id}/text/`,
      method: 'POST',
      payload,
      headers: { ...headers, 'if-match': '{version}' },
    }
  },

  replaceScan: ({ id }) => {
    // Each time another one: what follows the picture in its file, nobody reads.
    const sent = upload(`/api/records/scans/${id}/picture/`, {}, Buffer.concat([picture, Buffer.from(fresh())]))
    return { ...sent, headers: { ...sent.headers, ...READ.headers } }
  },
  sortParts: () => post('/api/records/items/1/order/', { kind: 'scans', keys: [1, 2] }),
  retryPages: () => post('/api/records/files/1/retry/'),

  fileKey: ({ id }) => ({ url: `/api/file/${id}/key/` }),
  queue: () => ({ url: '/api/review/' }),
  claim: ({ id }) => post(`/api/claims/items/${id}/`, { take_over: true }),
  release: ({ id }) => ({ url: `/api/claims/items/${id}/`, method: 'DELETE' }),
  submissions: () => ({ url: '/api/submissions/' }),
  record: ({ id }) => ({ url: `/api/records/items/${id}/` }),
  createRecord: () => post('/api/records/plaques/', { location: 1, name: 'Mill', text: 'Here it stood.' }),
  editRecord: ({ id }) => ({
    url: `/api/records/items/${id}/`,
    method: 'PATCH',
    payload: { title: fresh() },
    headers: { 'if-match': '{version}' },
  }),
  removeRecord: ({ id }) => ({
    url: `/api/records/graves/${id}/`,
    method: 'DELETE',
    headers: { 'if-match': '{version}' },
  }),
  publish: ({ id }) => ({ ...post(`/api/records/items/${id}/publish/`, { note: '' }), ...READ }),
  returnDraft: ({ id }) => ({ ...post(`/api/records/items/${id}/return/`, { note: 'Who is on it?' }), ...READ }),
  resubmit: ({ id }) => post(`/api/records/items/${id}/resubmit/`, { note: '' }),
  discard: ({ id }) => ({ ...post(`/api/records/items/${id}/discard/`, { note: '' }), ...READ }),
  unpublish: () => post('/api/records/items/1/unpublish/', { note: '' }),
  setAudience: ({ id }) => post(`/api/records/items/${id}/audience/`, { hidden_until: 'staff' }),
  likely: ({ id }) => ({ url: `/api/records/items/${id}/likely/` }),
  exportLink: () => ({ url: '/api/review/export/?kind=items&format=csv' }),
  exportFile: () => ({ url: '/api/review/export/file/?kind=items&format=csv&key=x' }),
  attached: ({ id }) => ({ url: `/api/records/items/${id}/attached/` }),
  uses: ({ id }) => ({ url: `/api/records/items/${id}/uses/` }),
  tree: () => ({ url: '/api/trees/subjects/' }),
  merge: ({ id }) => post(`/api/records/people/${id}/merge/`, { into: 3, preview: true }),
  operations: () => ({ url: '/api/operations/' }),
  undo: () => post('/api/operations/1/undo/'),
  zoneLinks: () => ({ url: '/api/records/locations/1/links/' }),
  splitZone: () => {
    // Each time a strip of the southern edge.
    const south = 43.5 + 0.00001 * (strips += 1)
    const line = [-82, -81].map((east) => [east, south])
    return { ...post('/api/records/locations/1/split/', { line, keeps: 'left', links: 19 }), ...READ }
  },
  joinZones: () => post('/api/records/locations/join/', { zones: [1, 2], year: 1881, name: 'Both' }),
  renameLot: () => ({ ...post('/api/records/lots/7/rename/', { lotNum: '7' }), ...READ }),
  audit: () => ({ url: '/api/audit/' }),
  builds: () => ({ url: '/api/builds/' }),
  requestBuild: () => post('/api/builds/', { reason: 'New header' }),
  archiveState: () => ({ url: '/api/state/' }),
  takedown: ({ id }) => ({ url: `/api/takedowns/scans/${id}/` }),
  takeDown: ({ id }) => post(`/api/takedowns/scans/${id}/`, { reason: 'Asked for.', confirm: id, uses: 1 }),
  takeDownRecord: ({ id }) => ({
    ...post(`/api/records/items/${id}/takedown/`, { reason: 'Asked.', uses: 1 }),
    ...READ,
  }),
  rollBack: () => post('/api/state/rollback/', { state: '1' }),
  makeCopy: () => post('/api/state/copy/'),
  ...{ copyParts: () => ({ url: '/api/state/copy/' }), copyPart: () => ({ url: '/api/state/copy/1/?key=x' }) },
  ...{ retryMail: () => post('/api/state/mail/1/retry/'), retryHook: () => post('/api/state/hooks/webhook/retry/') },

  accounts: () => ({ url: '/api/accounts/' }),
  createAccount: () => post('/api/accounts/', { email: `${fresh()}@example.org`, name: 'New', role: 'volunteer' }),
  editAccount: () => ({ url: '/api/accounts/2/', method: 'PATCH', payload: { name: 'Other' } }),
  inviteAgain: () => post('/api/accounts/2/invite/'),
  endSessions: () => post('/api/accounts/2/end_sessions/'),

  ...{ settings: () => ({ url: '/api/settings/' }), settingsForm: () => ({ url: '/api/settings/form/' }) },
  editSettings: () => ({ url: '/api/settings/', method: 'PATCH', payload: { town: 'Port Walk' }, ...READ }),
  changeLogo: () => upload('/api/settings/logo/', {}),
  removeLogo: () => ({ url: '/api/settings/logo/', method: 'DELETE' }),
  fetchContexts: () => ({ url: '/api/settings/local-contexts/', method: 'PATCH', payload: {} }),
  postponeSettings: () => post('/api/settings/later/'),

  ...{ overlays: () => ({ url: '/api/overlays/' }), oldMaps: () => ({ url: '/api/old-maps/' }) },
  uploadMap: () => upload('/api/old-maps/uploads/', {}),
  checkMap: () => post('/api/old-maps/check/', { upload: NO_UPLOAD }),
  addMap: () => post('/api/old-maps/', { upload: NO_UPLOAD, title: 'Plan', year: 1856, inLegend: true }),
  openUpload: () => post('/api/old-maps/uploads/open/', { upload: NO_UPLOAD }),
  copyMapScan: () => post('/api/old-maps/4/uploads/'),
  cancelMapWork: () => post('/api/old-maps/work/cancel/', { upload: NO_UPLOAD }),
  dropMapWork: () => post('/api/old-maps/work/drop/', { upload: NO_UPLOAD }),
  orderMaps: () => post('/api/old-maps/order/', { layers: [] }),
  editMap: () => ({ url: '/api/old-maps/4/', method: 'PATCH', payload: { title: 'Plan' } }),
  removeMap: () => ({ url: '/api/old-maps/4/', method: 'DELETE' }),
  restoreMap: () => post('/api/old-maps/4/restore/'),
  ...{ contexts: () => ({ url: '/api/local-contexts/' }), goneItems: () => ({ url: '/api/gone-items/' }) },
  ...{ oai: () => ({ url: '/oai?verb=Identify' }), mapLayers: () => ({ url: '/api/map-layers/' }) },
  oaiForm: () => ({
    url: '/oai',
    method: 'POST',
    payload: 'verb=Identify',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  mediaFile: ({ id }) => ({ url: `/media/scan/${Math.floor(id / 100)}/${id}.jpg` }),
  mediaTile: () => ({ url: '/media/tiles/4/15/8940/11990.webp' }),
  tile: () => ({ url: '/raster/algebra/15/8940/11990.png?layers=r:0=4,g:0=4,b:0=4&alpha=0' }),
  ...{ merged: () => ({ url: '/api/merged/' }), oldAddresses: () => ({ url: '/api/old-addresses/' }) },
  ...{ health: () => ({ url: '/api/health/' }), changes: () => ({ url: '/api/changes/' }) },
  openapi: () => ({ url: '/api/openapi.json' }),
}
