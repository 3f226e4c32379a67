import { atom } from 'nanostores'
import * as v from 'valibot'
import type { Client } from '#client/client.ts'
import { ApiError, ContractError } from '#client/errors.ts'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { organization } from '#contract/organization.ts'
import { organizationName } from '#rules/names/record-names.ts'
import { id } from '#contract/fields.ts'
import { findAddresses, indexAddresses } from '#rules/map/address-search.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import type { Schedule } from '../shared/deps.ts'
import { createDebounce } from '../shared/debounce.ts'
import { apiOrBuilt } from '../shared/api-or-built.ts'
import { validRows } from '../shared/rows.ts'
import type { FoundOrganization, SearchState } from './map-stores.ts'
import { memoizeAsync } from '../shared/memoize.ts'
import type { MapDeps } from './deps.ts'

type Row = FoundOrganization & { zones: readonly number[] }

const row = v.pipe(
  v.tuple([id, v.string(), v.array(v.string()), v.array(id)]),
  v.transform(([id, name, altnames, zones]): Row => ({ id, name, altnames, zones })),
)

/** Organizations of the last build, for while the API is away. The file is loaded on first use. */
export function createOrganizationsFile(data: MapDeps['data']) {
  const rows = memoizeAsync(async () => validRows(row, await data(MAP_DATA.organizations)))
  return {
    /** Rejects when there is no file. */
    async find(text: string): Promise<FoundOrganization[]> {
      const index = indexAddresses((await rows()).map((each) => ({ ...each, pk: each.id, address: '' })))
      return findAddresses(index, text).map(({ id, name, altnames }) => ({ id, name, altnames }))
    },
    /** Rejects when there is no file. Empty for an unknown organization. */
    async zonesOf(organization: number): Promise<readonly number[]> {
      return (await rows()).find(({ id }) => id === organization)?.zones ?? []
    },
  }
}
export type OrganizationsFile = ReturnType<typeof createOrganizationsFile>

/** Milliseconds after the last key before the API request. */
const WAIT = 200

interface Deps {
  client: Client
  schedule: Schedule
  file: OrganizationsFile
  /** True while the API is known to be away: then only the last build is searched. */
  isAway(): boolean
}

/** Spec §2 "Organization Search": in the API, or in the last build while that is away. */
export function createOrganizationSearch({ client, schedule, file, isAway }: Deps) {
  const $organizations = atom<SearchState<FoundOrganization>>({ state: 'idle' })
  const debounce = createDebounce(schedule)
  const requests = apiOrBuilt(schedule, isAway)

  async function ask(text: string, signal: AbortSignal): Promise<FoundOrganization[]> {
    try {
      return organizationsIn(await client.read('organizations', { query: { search: text }, signal }))
    } catch (problem) {
      // Spec §8 "Organization search non-200": empty results.
      if (problem instanceof ApiError || problem instanceof ContractError) return []
      throw problem
    }
  }

  const find = (text: string) =>
    requests.load(
      (signal) => ask(text, signal),
      () => file.find(text),
      (rows = [], from) => $organizations.set({ state: 'found', rows, total: rows.length, partial: from === 'built' }),
    )

  return {
    $organizations,
    searchOrganizations(typed: string) {
      const text = typed.trim()
      requests.end()
      debounce.cancel()
      if (text === '') return $organizations.set({ state: 'idle' })
      if (text.length < SEARCH_MINIMUM.organizations) return $organizations.set({ state: 'more-letters' })
      $organizations.set({ state: 'searching' })
      debounce.after(WAIT, () => void find(text))
    },
  }
}

const organizationsIn = (answer: unknown): FoundOrganization[] =>
  validRows(organization, Array.isArray(answer) ? answer : []).map((row) => ({
    id: row.id,
    name: organizationName(row),
    altnames: row.altname,
  }))
