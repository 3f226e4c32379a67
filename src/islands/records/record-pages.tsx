import type { ReactNode } from 'react'
import type { Client } from '#client/client.ts'
import type { Level } from '#components/HeadingAt.tsx'
import { OrganizationRecord } from '#components/record/OrganizationRecord.tsx'
import { PersonRecord } from '#components/record/PersonRecord.tsx'
import { ZoneRecord } from '#components/record/ZoneRecord.tsx'
import '#islands/behaviours/year-cursor.ts'
import { organizationAddress, personAddress } from '#rules/addresses/page-addresses.ts'
import type { AltPicture } from '#rules/media/pictures.ts'
import { loadOrganization } from './load-organization.ts'
import { loadPerson } from './load-person.ts'
import { loadZone } from './load-zone.ts'

/** A record as on its page. */
export interface RecordPage {
  title: string
  /** Its own page: another one answers for a record that became part of it. */
  address?: string
  /** Of a person, visitors don't see all of it. */
  isPrivate?: boolean
  /** What can hardly be about it, for cataloguers. */
  odd?: readonly string[]
  draw(options: DrawOptions): ReactNode
}
interface DrawOptions {
  level?: Level
  children?: ReactNode
  /** Replaces a person's portrait, such as that of a draft. */
  portrait?: (picture: AltPicture) => AltPicture
}
type LoadPage = (client: Client, id: number) => Promise<RecordPage>

/** Records with tabs, loaded from the API. One module, so that the live shell, the map's popup and the review desk share their scripts. */
export const RECORD_PAGES = {
  async zone(client, id) {
    const zone = await loadZone(client, id)
    return { title: zone.name, draw: (options) => <ZoneRecord zone={zone} api={client.base} {...options} /> }
  },
  async person(client, id) {
    const person = await loadPerson(client, id)
    return {
      title: person.name,
      address: personAddress(person.id),
      odd: person.odd,
      isPrivate: person.privacy !== undefined,
      draw({ portrait, ...options }) {
        const shown = portrait && person.portrait ? portrait(person.portrait) : person.portrait
        return <PersonRecord person={{ ...person, portrait: shown }} api={client.base} {...options} />
      },
    }
  },
  async organization(client, id) {
    const organization = await loadOrganization(client, id)
    return {
      title: organization.name,
      address: organizationAddress(organization.id),
      draw: (options) => <OrganizationRecord organization={organization} api={client.base} {...options} />,
    }
  },
} satisfies Record<string, LoadPage>
