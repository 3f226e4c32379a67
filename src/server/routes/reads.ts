import type { MergedKind } from '#contract/merged.ts'
import type { Call, Mount } from '../http/mount.ts'
import type { ReadLimit } from '../http/call-limits.ts'
import { JsonBytes } from '../json/json.ts'
import type { JsonList, ListReads, ListRequest } from '../reads/list-reads.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { resolveQuery, survivorOf } from '../repositories/merged.ts'
import type { OaiRequest } from '../oai/answer.ts'
import { PUBLIC, viewForCall } from '../repositories/view.ts'

interface Deps {
  repositories: Repositories
  reads: ListReads
  /** Limits the work of lists; missing for the archive's own build. */
  limit: ReadLimit | undefined
  /** Not those of a request: answers are cached, and anybody can name a host. */
  addresses: Pick<OaiRequest, 'site' | 'base'>
}

/** Reads of records: public ones, and the drafts that the caller may see. */
export function mountReads(mount: Mount, { repositories, reads, limit, addresses }: Deps): void {
  const {
    collections,
    items,
    locationRecords,
    locations,
    lots,
    merged,
    organizations,
    people,
    residents,
    stories,
    texts,
  } = repositories
  const withContexts = repositories.contexts.with

  /** The record that stays answers for those that became part of it. */
  const resolved = async <Q extends object>(query: Q) => resolveQuery(await merged.survivors(), query)
  /** Where `search` is the id of a zone. */
  async function ofZone<Q extends { search?: number | undefined }>(query: Q): Promise<Q> {
    const { search } = query
    return search === undefined
      ? query
      : { ...query, search: survivorOf(await merged.survivors(), 'locations', search) }
  }
  async function orSurvivor<Row>(kind: MergedKind, id: number, find: (id: number) => Promise<Row | undefined>) {
    const found = await find(id)
    if (found !== undefined) return found
    const survivor = survivorOf(await merged.survivors(), kind, id)
    return survivor === id ? undefined : find(survivor)
  }

  const list = async <N extends JsonList>(name: N, { query, caller, request: { ip } }: Call<N>) =>
    read({ name, query: await resolved(query as object), view: viewForCall(caller, name) } as ListRequest, ip)
  async function read(listRequest: ListRequest, ip: string): Promise<JsonBytes> {
    await limit?.check(ip)
    // What can't be counted is answered all the same.
    const onCost = (milliseconds: number) => void limit?.charge(ip, milliseconds).catch(() => {})
    return new JsonBytes(await reads.read(listRequest, onCost))
  }

  mount('locations', (call) => list('locations', call))
  mount('location', ({ id }) => orSurvivor('locations', id, (each) => locations.find(each)))
  mount('lots', async ({ query }) => lots.list(await ofZone(query)))
  mount('ownership', async ({ query, caller }) =>
    lots.ownership(await resolved(query), viewForCall(caller, 'ownership')),
  )
  mount('heritage', async ({ query }) => locationRecords.heritage(await resolved(query)))
  mount('locationDescriptions', async ({ query }) => locationRecords.descriptions(await ofZone(query)))
  mount('plaques', async ({ query }) => locationRecords.plaques(await ofZone(query)))

  mount('people', (call) => list('people', call))
  mount('person', ({ id, caller }) =>
    orSurvivor('people', id, (each) => people.find(each, viewForCall(caller, 'person'))),
  )
  mount('relationships', async ({ query, caller }) =>
    people.relationships(await resolved(query), viewForCall(caller, 'relationships')),
  )

  mount('organizations', (call) => list('organizations', call))
  mount('organization', ({ id, caller }) =>
    orSurvivor('organizations', id, (each) => organizations.find(each, viewForCall(caller, 'organization'))),
  )
  mount('organizationLocations', async ({ query, caller }) =>
    organizations.locations(await resolved(query), viewForCall(caller, 'organizationLocations')),
  )
  mount('employment', async ({ query, caller }) =>
    organizations.employment(await resolved(query), viewForCall(caller, 'employment')),
  )

  mount('residents', async ({ query, caller }) =>
    residents.list(await resolved(query), viewForCall(caller, 'residents')),
  )
  mount('placeNames', async ({ query }) => locationRecords.names(await resolved(query)))

  mount('subjects', (call) => list('subjects', call))
  mount('collections', async ({ query, caller }) =>
    collections.list(await resolved(query), viewForCall(caller, 'collections')),
  )
  mount('collection', ({ id, caller }) =>
    orSurvivor('collections', id, (each) => withContexts(collections.find(each, viewForCall(caller, 'collection')))),
  )

  mount('stories', ({ caller }) => stories.list(viewForCall(caller, 'stories')))
  mount('story', ({ id, caller }) => stories.find(id, viewForCall(caller, 'story')))

  mount('merged', () => merged.list())
  mount('oldAddresses', () => repositories.oldAddresses.list())

  mount('items', (call) => list('items', call))
  mount('itemFacets', (call) => list('itemFacets', call))
  mount('itemPlaces', (call) => list('itemPlaces', call))
  mount('search', (call) => list('search', call))
  // OAI-PMH: everybody gets what the public may read.
  const harvest = (given: OaiRequest['arguments'], ip: string) =>
    read({ name: 'oai', query: { ...addresses, arguments: given }, view: PUBLIC }, ip)
  mount('oai', ({ query, request: { ip } }) => harvest(query, ip))
  mount('oaiForm', ({ body, request: { ip } }) => harvest(body, ip))
  mount('item', ({ id, caller }) => withContexts(items.find(id, viewForCall(caller, 'item'))))
  mount('goneItems', async () => (await repositories.harvest.gone('items')).map(({ id, at }) => ({ id, at: `${at}Z` })))
  mount('contexts', () => repositories.contexts.list())
  mount('texts', ({ query, caller }) => texts.list(query, viewForCall(caller, 'texts')))
}
