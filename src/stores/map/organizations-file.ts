import * as v from 'valibot'
import { id } from '#contract/fields.ts'
import { findAddresses, indexAddresses } from '#rules/map/address-search.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { memoizeAsync } from '../shared/memoize.ts'
import { validRows } from '../shared/rows.ts'
import type { FoundOrganization } from './map-stores.ts'
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
