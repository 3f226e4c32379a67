import type { Person } from '#contract/person.ts'
import * as at from '#rules/addresses.ts'
import { edtfDate } from '#rules/partial-dates.ts'
import { lifeSpan, ownershipYear, yearSpan } from '#rules/life-spans.ts'
import { organizationName, personName, shorten, zoneName } from '#rules/names.ts'
import { largePicture, portraitCall, type Picture } from '#rules/pictures.ts'
import { personFacts, type RecordRow } from '#rules/records.ts'
import { countOfItems, described } from '#rules/sentences.ts'
import type { Archive } from '../types.ts'
import { itemList, personCard } from './cards.ts'
import type { ItemList, Link, PageView, PersonCard } from './views.ts'

const PORTRAIT_BOX = { width: 280, height: 360 }

export interface PersonPage extends PageView {
  name: string
  years: string
  givenName: string
  familyName: string
  /** EDTF, empty where unknown. */
  born: string
  died: string
  portrait: Picture | null
  biography: string
  facts: RecordRow[]
  family: {
    self: PersonCard
    parents: PersonCard[]
    siblings: PersonCard[]
    spouses: PersonCard[]
    children: PersonCard[]
  }
  items: ItemList
  ownership: { lot: string; addresses: Link[]; year: string; source: string }[]
  employment: { organization: Link; years: string }[]
}

/** Spec §2 "Person overview". Undefined for an id that is not in the archive. */
export function personPage(archive: Archive, id: number): PersonPage | undefined {
  const person = archive.person(id)
  if (!person) return undefined
  const name = personName(person)
  const years = lifeSpan(person.date_of_birth, person.date_of_death)
  const address = at.personAddress(id)
  const heading = years ? `${name} (${years})` : name
  const portrait = person.image
    ? largePicture(portraitCall(archive.meta.apiBase, id), person.image, PORTRAIT_BOX)
    : null
  const cards = (people: readonly Person[]) => people.map((each) => personCard(archive, each))
  const items = itemList(archive, archive.itemsOfPerson(id))
  return {
    address,
    title: shorten(heading, 110),
    description: shorten(
      described(heading, person.biography) ||
        `${heading}: family, places and ${countOfItems(items.count)} in the archive.`,
      200,
    ),
    picture: portrait && { src: portrait.src, width: portrait.width, height: portrait.height, alt: name },
    trail: [
      { href: at.ADDRESS.people, text: 'People' },
      { href: address, text: name },
    ],
    name,
    years,
    givenName: [person.first_name, person.middle_name].filter(Boolean).join(' '),
    familyName: person.surname,
    born: person.date_of_birth === null ? '' : edtfDate(person.date_of_birth),
    died: person.date_of_death === null ? '' : edtfDate(person.date_of_death),
    portrait,
    biography: person.biography,
    facts: personFacts(person),
    family: {
      self: personCard(archive, person),
      parents: cards(archive.parentsOf(id)),
      siblings: cards(archive.siblingsOf(id)),
      spouses: cards(archive.spousesOf(id)),
      children: cards(archive.childrenOf(id)),
    },
    items,
    ownership: archive.ownershipOfPerson(id).map((row) => ({
      lot: row.lot,
      addresses: addressesOf(archive, row.lot),
      year: ownershipYear(row),
      source: row.source,
    })),
    employment: archive.employmentOfPerson(id).map((row) => ({
      organization: {
        href: at.organizationAddress(row.organization),
        text: organizationName(archive.organization(row.organization)!),
      },
      years: yearSpan(row.date_start, row.date_end),
    })),
  }
}

/** The zones that a lot lies in, by address. */
function addressesOf(archive: Archive, lotNum: string): Link[] {
  const location = archive.lot(lotNum)?.location
  const zone = location ? archive.location(location) : undefined
  if (!zone) return []
  const { pk, address } = zone.properties
  return [{ href: at.zoneAddress(pk), text: address || zoneName(zone.properties) }]
}
