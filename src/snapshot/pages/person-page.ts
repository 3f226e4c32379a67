import type { Person } from '#contract/person.ts'
import * as at from '#rules/addresses.ts'
import { edtfDate } from '#rules/partial-dates.ts'
import { lifeSpan, ownershipYear, yearSpan } from '#rules/life-spans.ts'
import { organizationName, personName, shorten, zoneName } from '#rules/names.ts'
import type { PersonParts } from '#rules/overview-parts.ts'
import { areHalfSiblings, personCard, type Family } from '#rules/person-cards.ts'
import { largePicture, portraitCall, type Picture } from '#rules/pictures.ts'
import { personFacts, type RecordRow } from '#rules/records.ts'
import { countOfItems, described } from '#rules/sentences.ts'
import type { Archive } from '../types.ts'
import { itemsOfRecord } from './cards.ts'
import type { Link, PageView } from './views.ts'

const PORTRAIT_BOX = { width: 280, height: 360 }

export interface PersonPage extends PageView, PersonParts {
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
  /** What stands before `/api/…`. */
  api: string
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
  const parts = partsOfPerson(archive, person)
  return {
    address,
    title: shorten(heading, 110),
    description: shorten(
      described(heading, person.biography) ||
        `${heading}: family, places and ${countOfItems(parts.items.count)} in the archive.`,
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
    ...parts,
    api: archive.meta.apiBase,
  }
}

function partsOfPerson(archive: Archive, person: Person): PersonParts {
  const { id } = person
  return {
    family: familyOf(archive, person),
    items: itemsOfRecord(archive, archive.itemsOfPerson(id), askedOfPerson(archive, id)),
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

function familyOf(archive: Archive, person: Person): Family {
  const { id } = person
  const card = (each: Person, note?: string) => personCard(each, archive.meta.apiBase, note)
  const parentsOf = (child: number) => archive.parentsOf(child).map((parent) => parent.id)
  const parents = parentsOf(id)
  return {
    self: card(person),
    parents: archive.parentsOf(id).map((each) => card(each)),
    siblings: archive
      .siblingsOf(id)
      .map((each) => card(each, areHalfSiblings(parents, parentsOf(each.id)) ? 'Half-sibling' : '')),
    spouses: archive.spousesOf(id).map((each) => card(each)),
    children: archive.childrenOf(id).map((each) => card(each)),
  }
}

/** The API finds items by whom they show; the page also holds those that the person made, which it cannot be asked for. */
function askedOfPerson(archive: Archive, id: number): string {
  const shown = archive.itemsOfPerson(id).every((item) => item.people.some((each) => each.id === id))
  return shown ? `people_or=${id}` : ''
}

/** The zones that a lot lies in, by address. */
function addressesOf(archive: Archive, lotNum: string): Link[] {
  const location = archive.lot(lotNum)?.location
  const zone = location ? archive.location(location) : undefined
  if (!zone) return []
  const { pk, address } = zone.properties
  return [{ href: at.zoneAddress(pk), text: address || zoneName(zone.properties) }]
}
