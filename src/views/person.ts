import { societyDay } from '#rules/dates/society-day.ts'
import type { LocationFeature, Ownership, Resident } from '#contract/location.ts'
import type { Person } from '#contract/person.ts'
import type { Employment, Organization } from '#contract/organization.ts'
import { organizationAddress, zoneAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { lifeSpan, ownershipYear, yearOf, yearSpan } from '#rules/dates/display-dates.ts'
import { organizationName, personName, zoneName } from '#rules/names/record-names.ts'
import { byDate } from '#rules/dates/partial-dates.ts'
import { largePicture, portraitSource, type AltPicture } from '#rules/media/pictures.ts'
import { personFacts, type RecordRow } from './catalogue-record.ts'
import { familyView, type FamilyRows, type FamilyView } from './family.ts'
import type { RecordItems } from './item-lists.ts'
import { startOfResidence } from './place-story.ts'
import { sameElsewhere } from './same-elsewhere.ts'

/** Spec §2 "Person overview". */
export interface PersonView {
  id: number
  name: string
  years: string
  /** Why there is only the name, for visitors; or that they see no more, for staff. */
  privacy?: string | undefined
  /** There is nothing else to show: no family is not none. */
  isNameOnly?: true
  portrait: AltPicture | null
  biography: string
  facts: RecordRow[]
  same?: Link[] | undefined
  family: FamilyView
  items: RecordItems
  ownership: { lot: string; addresses: Link[]; year: string; source: string }[]
  employment: { organization: Link; years: string }[]
  /** Where somebody lived: undefined, where nothing is known. `year` is the first of the record, if it is dated. */
  residences?: { link: Link; year: string; row: Resident }[] | undefined
  /** The day on which what it shows of the record has changed last (ISO 8601, in UTC), if that is known. */
  changed?: string | undefined
}

/** Rows about one person, in any order. Rows that refer to an unknown organization are left out. */
interface PersonRows extends FamilyRows {
  items: RecordItems
  ownership: readonly Ownership[]
  employment: readonly Employment[]
  /** A lot may lie in several zones. */
  zonesOfLot(lotNum: string): readonly LocationFeature['properties'][]
  organization(id: number): Pick<Organization, 'id' | 'name'> | undefined
}

const PRIVACY = {
  visitors: 'To protect the privacy of people who may be living, only the name is shown.',
  names: 'Visitors see the name only.',
  hidden: 'Visitors do not see this person.',
}
const isEmpty = ({ date_of_birth, date_of_birth_text, biography, spouses, image }: Person) =>
  date_of_birth === null && !date_of_birth_text && !biography && spouses.length === 0 && !image

/** Maximum CSS pixels of the portrait. */
const PORTRAIT_BOX = { width: 280, height: 360 }

/** `pictures`: where they are (rules/media/pictures.ts). */
export function personView(rows: PersonRows, pictures: string): PersonView {
  const { person } = rows
  const name = personName(person)
  const residences = byDate(rows.residencesOf(person.id), startOfResidence).flatMap((row) => {
    const [place, year] = [rows.place(row.location), yearOf(startOfResidence(row))]
    return place
      ? [{ link: { href: zoneAddress(place.pk, year), text: place.address || zoneName(place) }, year, row }]
      : []
  })
  return {
    id: person.id,
    name,
    years: lifeSpan(person),
    privacy: person.privacy && (isEmpty(person) ? PRIVACY.visitors : PRIVACY[person.privacy]),
    ...(person.privacy && isEmpty(person) && { isNameOnly: true as const }),
    // Where the server doesn't tell, the browser finds out (family-tree.css).
    portrait:
      person.image === null
        ? null
        : {
            ...largePicture(portraitSource(pictures, person.id), person.image ?? {}, PORTRAIT_BOX),
            alt: `Portrait of ${name}`,
          },
    biography: person.biography,
    facts: personFacts(person),
    same: sameElsewhere(person.same_as),
    family: familyView(rows, pictures),
    items: rows.items,
    ownership: byDate(rows.ownership, (row) => row.date).map((row) => {
      const addresses = rows
        .zonesOfLot(row.lot)
        .map((zone) => ({ href: zoneAddress(zone.pk), text: zone.address || zoneName(zone) }))
      return { lot: row.lot, addresses, year: ownershipYear(row), source: row.source }
    }),
    employment: byDate(rows.employment, (row) => row.date_start ?? row.date_end).flatMap((row) => {
      const organization = rows.organization(row.organization)
      if (!organization) return []
      const link = { href: organizationAddress(organization.id), text: organizationName(organization) }
      return [{ organization: link, years: yearSpan(row.date_start, row.date_end) }]
    }),
    ...(residences.length > 0 && { residences }),
    changed: societyDay(person.updated_at),
  }
}
