import * as v from 'valibot'
import { id } from '#contract/fields.ts'
import { findAddresses, indexAddresses } from '#rules/address-search.ts'
import { MAP_DATA } from '#rules/zone-overview.ts'
import { rowsOf } from '../shared/rows.ts'
import type { FoundOrganization } from './map-stores.ts'
import type { MapParts } from './parts.ts'

type Row = FoundOrganization & { zones: readonly number[] }

const row = v.pipe(
  v.tuple([id, v.string(), v.array(v.string()), v.array(id)]),
  v.transform(([id, name, altnames, zones]): Row => ({ id, name, altnames, zones })),
)

/** Organizations as of the last build, for when the API is away. The file is read when it is first needed; one that fails is tried again. */
export function createOrganizationsFile(data: MapParts['data']) {
  let read: Promise<Row[]> | undefined

  async function load(): Promise<Row[]> {
    return rowsOf(row, await data(MAP_DATA.organizations))
  }
  function rows(): Promise<Row[]> {
    read ??= load().catch((problem: unknown) => {
      read = undefined
      throw problem
    })
    return read
  }
  return {
    /** Rejects when there is no file. */
    async find(text: string): Promise<FoundOrganization[]> {
      const index = indexAddresses((await rows()).map((each) => ({ ...each, pk: each.id, address: '' })))
      return findAddresses(index, text).map(({ id, name, altnames }) => ({ id, name, altnames }))
    },
    /** Rejects when there is no file; none for an organization that it does not know. */
    async zonesOf(organization: number): Promise<readonly number[]> {
      return (await rows()).find(({ id }) => id === organization)?.zones ?? []
    },
  }
}
export type OrganizationsFile = ReturnType<typeof createOrganizationsFile>
