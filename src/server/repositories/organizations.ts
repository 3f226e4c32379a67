import type { Query } from '#contract/endpoints.ts'
import type { Employment, Organization, OrganizationLocation } from '#contract/organization.ts'
import type { Db } from '../database/tables.ts'
import { isOneOf, containsWords } from './conditions.ts'
import { PUBLIC, lastChanged, listed, linksToListed, ofKnown, withVisibility, visible, type View } from './view.ts'

/** Organizations, where they were and who worked there, spec §3. */
export function createOrganizations(db: Db) {
  const select = db
    .selectFrom('organization')
    .select(['id', 'name', 'altname', 'date_opened', 'date_opened_text', 'date_closed', 'date_closed_text'])
    .select(['description', 'same_as', 'visibility', lastChanged('organization').as('updated_at')])
  type Row = Awaited<ReturnType<typeof select.executeTakeFirstOrThrow>>
  const read = (row: Row, view: View): Organization => ({
    ...withVisibility(row, view),
    altname: JSON.parse(row.altname) as string[],
    same_as: JSON.parse(row.same_as) as string[],
  })
  return {
    /** By id; `search` looks for words in names. */
    async list({ search, ids }: Query<'organizations'>, view = PUBLIC): Promise<Organization[]> {
      let query = select.where(listed('organization', view)).orderBy('id')
      if (search) query = query.where(containsWords('organization.search', search))
      if (ids) query = query.where(isOneOf('organization.id', ids))
      return (await query.execute()).map((row) => read(row, view))
    },
    async find(id: number, view = PUBLIC): Promise<Organization | undefined> {
      const row = await select.where('id', '=', id).where(visible('organization', view)).executeTakeFirst()
      return row && read(row, view)
    },
    /** Only with organizations that the caller may see. */
    locations(of: Query<'organizationLocations'>, view = PUBLIC): Promise<OrganizationLocation[]> {
      let query = db
        .selectFrom('organization_location')
        .select(['id', 'location_id as location', 'organization_id as organization'])
        .select(['date_start', 'date_start_text', 'date_end', 'date_end_text'])
        .where(linksToListed('organization_location.organization_id', 'organization', view))
        .orderBy('id')
      if (of.organization) query = query.where('organization_id', '=', of.organization)
      if (of.location) query = query.where('location_id', '=', of.location)
      return query.execute()
    },
    /** Only with people and organizations that the caller may see. */
    employment(of: Query<'employment'>, view = PUBLIC): Promise<Employment[]> {
      let query = db
        .selectFrom('employment')
        .select(['id', 'person_id as person', 'organization_id as organization'])
        .select(ofKnown('employment.person_id', ['date_start', 'date_end'], ['date_start_text', 'date_end_text'], view))
        .where(linksToListed('employment.person_id', 'person', view))
        .where(linksToListed('employment.organization_id', 'organization', view))
        .orderBy('id')
      if (of.person) query = query.where('person_id', '=', of.person)
      if (of.organization) query = query.where('organization_id', '=', of.organization)
      return query.execute()
    },
  }
}
