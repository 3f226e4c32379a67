import { endpoints, fillPath } from '#contract/endpoints.ts'
import type { Endpoint, EndpointName } from '#contract/endpoints.ts'
import { REVIEWED_KINDS } from '#contract/record.ts'
import { PERMISSIONS } from '#rules/access/permissions.ts'
import { MARK, draftOf } from './draft-town.ts'

const OTHER = draftOf('other')
/** All public reads, and those that show more to some callers. */
export const reads = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([name, { method }]) =>
    method === 'GET' && !['none', undefined].includes(PERMISSIONS[name].volunteer) && name !== 'openapi',
)
/** Values that would find drafts. */
const TEMPTING: Record<string, string[]> = {
  visibility: ['draft'],
  search: [MARK.other, 'zqotherdraft', 'zqother'],
  q: ['zqother'],
  items: [`1,2,${OTHER}`],
  people: [`1,${OTHER}`],
  ids: [`1,${OTHER}`],
  person: [String(OTHER), '2'],
  person1: [String(OTHER)],
  person2: [String(OTHER), '3'],
  organization: [String(OTHER)],
  organizations: [String(OTHER)],
  location: ['1'],
  lot: ['7'],
  parent_collection: [String(OTHER)],
  collection: [String(OTHER)],
  collections: [`1,${OTHER}`],
  people_or: [String(OTHER)],
  people_and: [`3,${OTHER}`],
  subjects_or: [String(OTHER)],
  subjects_and: [`1,${OTHER}`],
}
/** OAI-PMH answers each way of asking at one address. */
const LISTED = ['ListSets', 'ListRecords&metadataPrefix=oai_dc', 'ListIdentifiers&metadataPrefix=oai_dc'].map(
  (verb) => `/oai?verb=${verb}`,
)
/** Its addresses with these ids, plain and with each of the queries: values by name. */
export function addresses({ path, query }: Endpoint, ids: number[], tempting = TEMPTING): string[] {
  if (path === '/oai') return LISTED
  const names = Object.keys((query as { entries?: object } | undefined)?.entries ?? {})
  const queries = ['', ...names.flatMap((name) => (tempting[name] ?? []).map((value) => `?${name}=${value}`))]
  if (names.includes('visibility')) queries.push(...queries.slice(1).map((each) => `${each}&visibility=draft`))
  const kinds = path.includes(':kind') ? REVIEWED_KINDS : ['']
  const keys = path.includes(':id') || path.includes(':key') ? ids : [0]
  const filled = keys.flatMap((id) => kinds.map((kind) => fillPath(path, { id, key: id, kind })))
  return filled.flatMap((address) => queries.map((each) => address + each))
}
