import type * as v from 'valibot'
import { endpoints, type Endpoints, type Query } from '#contract/endpoints.ts'
import { LIST_THREADS } from '#contract/limits.ts'
import { API } from '#contract/messages.ts'
import { CONNECT_TIMEOUT, CONNECTIONS } from '../database/postgres/connections.ts'
import { DomainError } from '../errors/domain-error.ts'
import { createLimiter } from '../limits/concurrency.ts'
import { createSerializer, JsonText } from '../json/json.ts'
import { answerOai, type OaiRequest } from '../oai/answer.ts'
import type { Repositories } from '../repositories/repositories.ts'
import type { View } from '../repositories/view.ts'

/** The current year, which bounds the default time range. */
const thisYear = () => new Date().getFullYear()

type JsonList = 'items' | 'itemFacets' | 'itemPlaces' | 'people' | 'organizations' | 'subjects' | 'locations' | 'search'
type ListName = JsonList | 'oai'
type Asked<N extends ListName> = N extends JsonList ? Query<N> : OaiRequest
type Rows<N extends ListName> = JsonText | (N extends JsonList ? v.InferInput<Endpoints[N]['response']> : never)
type Read<N extends ListName> = (repositories: Repositories, query: Asked<N>, view: View) => Rows<N> | Promise<Rows<N>>

/** Calls whose cost depends on the query: how much has to be matched, ranked and counted. */
const READS: { [N in ListName]: Read<N> } = {
  items: (repositories, query, view) => repositories.items.list(query, thisYear(), view),
  itemFacets: (repositories, query, view) => repositories.itemFacets.facets(query, thisYear(), view),
  itemPlaces: (repositories, query, view) => repositories.itemFacets.places(query, thisYear(), view),
  people: (repositories, query, view) => repositories.people.list(query, view),
  organizations: (repositories, query, view) => repositories.organizations.list(query, view),
  subjects: (repositories, query, view) => repositories.subjects.list(query, view),
  locations: (repositories, query) => repositories.locations.list(query),
  search: (repositories, query) => repositories.search.find(query, thisYear()),
  oai: async (repositories, request) => new JsonText(await answerOai(repositories, request)),
}
export const LIST_NAMES = Object.keys(READS) as ListName[]
export type { JsonList, ListName }

/** A list request; it can be sent to a worker thread. */
export type ListRequest = { [N in ListName]: { name: N; query: Asked<N>; view: View } }[ListName]

/** Reads lists in worker threads (read-pool.ts) or on this thread. `onCost` gets the milliseconds of work. */
export interface ListReads {
  /** Returns JSON. @throws {DomainError} unavailable, if there is no capacity. */
  read(request: ListRequest, onCost: (milliseconds: number) => void): Promise<Buffer>
  close(): Promise<void>
}

export async function readList<N extends ListName>(repositories: Repositories, name: N, query: unknown, view: View) {
  const rows = await READS[name](repositories, query as Asked<N>, view)
  return rows instanceof JsonText ? rows.text : createSerializer(endpoints[name].response as v.GenericSchema)(rows)
}

/**
 * Reads on this thread: from PostgreSQL, which has processes of its own, for the archive's own build, and for tests. No more at once than there are
 * connections, so that the wait for one is not counted as work: a classroom behind one address would soon have used up its share.
 */
export function createInlineReads(repositories: Repositories, atOnce: number = CONNECTIONS.reading): ListReads {
  const limiter = createLimiter(atOnce)
  return {
    async read({ name, query, view }, onCost) {
      const asked = performance.now()
      return limiter(async () => {
        const start = performance.now()
        if (start - asked > CONNECT_TIMEOUT)
          throw new DomainError('unavailable', API.manyReads, { retryAfter: LIST_THREADS.retryAfter })
        try {
          return Buffer.from(await readList(repositories, name, query, view))
        } finally {
          onCost(performance.now() - start)
        }
      })
    },
    close: async () => {},
  }
}
