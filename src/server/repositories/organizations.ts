import type { Kysely } from 'kysely'
import type { Employment, Organization, OrganizationLocation } from '#contract/organization.ts'
import type { Tables } from '../database/tables.ts'
import { among, holdsWords } from './conditions.ts'

interface OrganizationsQuery {
  search?: string | undefined
  ids?: number[] | undefined
}

/** Organizations, where they were and who worked there, spec §3. */
export function createOrganizations(db: Kysely<Tables>) {
  const select = db
    .selectFrom('organization')
    .select(['id', 'name', 'altname', 'date_opened', 'date_opened_text', 'date_closed', 'date_closed_text'])
    .select('description')
  const read = <R extends { altname: string }>(row: R) => ({ ...row, altname: JSON.parse(row.altname) as string[] })
  return {
    /** By id; `search` holds words of a name or an alternate name. */
    async list({ search, ids }: OrganizationsQuery): Promise<Organization[]> {
      let query = select.orderBy('id')
      if (search) query = query.where(holdsWords('organization.search', search))
      if (ids) query = query.where(among('organization.id', ids))
      return (await query.execute()).map(read)
    },
    async find(id: number): Promise<Organization | undefined> {
      const row = await select.where('id', '=', id).executeTakeFirst()
      return row && read(row)
    },
    locations(of: {
      organization?: number | undefined
      location?: number | undefined
    }): Promise<OrganizationLocation[]> {
      let query = db
        .selectFrom('organization_location')
        .select(['id', 'location_id as location', 'organization_id as organization'])
        .select(['date_start', 'date_start_text', 'date_end', 'date_end_text'])
        .orderBy('id')
      if (of.organization) query = query.where('organization_id', '=', of.organization)
      if (of.location) query = query.where('location_id', '=', of.location)
      return query.execute()
    },
    employment(of: { person?: number | undefined; organization?: number | undefined }): Promise<Employment[]> {
      let query = db
        .selectFrom('employment')
        .select(['id', 'person_id as person', 'organization_id as organization'])
        .select(['date_start', 'date_start_text', 'date_end', 'date_end_text'])
        .orderBy('id')
      if (of.person) query = query.where('person_id', '=', of.person)
      if (of.organization) query = query.where('organization_id', '=', of.organization)
      return query.execute()
    },
  }
}
