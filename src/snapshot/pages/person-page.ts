import * as at from '#rules/addresses/page-addresses.ts'
import { countOfItems, describeRecord } from '#rules/names/record-names.ts'
import { edtfDate } from '#rules/dates/partial-dates.ts'
import { portraitSource, scanJpeg } from '#rules/media/pictures.ts'
import { personView, type PersonView } from '#views/person.ts'
import type { Archive } from '../archive.ts'
import { recordPage, type PageView } from './page-view.ts'
import { recordItems } from './record-items.ts'

export interface PersonPage extends PageView, PersonView {
  givenName: string
  familyName: string
  /** EDTF, empty where unknown. */
  born: string
  died: string
}

export function personPage(archive: Archive, id: number): PersonPage | undefined {
  const person = archive.person(id)
  if (!person) return undefined
  const { pictures } = archive.meta
  const view = personView(
    {
      person,
      parents: archive.parentsOf(id),
      siblings: archive.siblingsOf(id),
      spouses: archive.spousesOf(id),
      children: archive.childrenOf(id),
      parentageOf: archive.parentageOf,
      residencesOf: archive.residencesOf,
      place: (pk) => archive.location(pk)?.properties,
      items: recordItems(
        {
          rows: archive.itemsOfPerson(id),
          address: at.personAddress(id),
          query: queryOfPerson(archive, id),
          person: id,
        },
        pictures,
      ),
      ownership: archive.ownershipOfPerson(id),
      employment: archive.employmentOfPerson(id),
      zonesOfLot: (lotNum) =>
        archive.lotsOfNumber(lotNum).flatMap(({ location }) => archive.location(location ?? 0)?.properties ?? []),
      organization: archive.organization,
    },
    pictures,
  )
  const { name, years, portrait } = view
  const heading = years ? `${name} (${years})` : name
  const description =
    describeRecord(heading, person.biography) ||
    `${heading}: family, places and ${countOfItems(view.items.count)} in the archive.`
  return {
    ...view,
    ...recordPage({ href: at.ADDRESS.people, text: 'People' }, at.personAddress(id), description, name, heading),
    picture: portrait && { src: scanJpeg(portraitSource(pictures, id), person.image ?? {}), alt: name },
    givenName: [person.first_name, person.middle_name].filter(Boolean).join(' '),
    familyName: person.surname,
    born: person.date_of_birth === null ? '' : edtfDate(person.date_of_birth),
    died: person.date_of_death === null ? '' : edtfDate(person.date_of_death),
  }
}

/** Other servers may filter items by the people in them only: with items that the person made, the page then has no query. */
function queryOfPerson(archive: Archive, id: number): string {
  const isOurs = archive.meta.counter !== null
  const shown = isOurs || archive.itemsOfPerson(id).every((item) => item.people.some((each) => each.id === id))
  return shown ? `people_or=${id}` : ''
}
