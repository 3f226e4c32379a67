import type { Organization } from '#contract/organization.ts'
import type { Person } from '#contract/person.ts'
import { ADDRESS, organizationAddress, personAddress, type Link, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { lifeSpan, yearSpan } from '#rules/dates/display-dates.ts'
import { portraitSource, smallPicture } from '#rules/media/pictures.ts'
import { indexName, shorten, zoneName, countOfItems } from '#rules/names/record-names.ts'
import { type Archive, memoizePerArchive } from '../../archive.ts'
import type { PageView } from '../page-view.ts'
import type { Face } from './faces.ts'
import { type IndexEntry, type IndexPage, INDEX_LINES, indexPages, letterOf } from './alphabet.ts'
import type { LocationFeature } from '#contract/location.ts'
import { NO_STREET, streetOf } from '#rules/map/streets.ts'

/** An index page. `noun` names its entries: person, people. */
export interface IndexView extends PageView {
  heading: string
  noun: { one: string; many: string }
  /** False for the letter pages of a long index of names, which have no group headings. */
  headings: boolean
  /** What the first page of a long index lists, where the count needs a word. */
  overview: string
  index: IndexPage
  /** On the first page. */
  faces?: Face[]
}

export const withFaces = ([first, ...others]: readonly IndexView[], faces: Face[]): IndexView[] =>
  first ? [{ ...first, faces }, ...others] : []

export function indexViews(
  home: Link,
  entries: readonly IndexEntry[],
  {
    noun,
    about,
    named = true,
    overview = '',
    most = INDEX_LINES,
  }: {
    noun: IndexView['noun']
    about: string
    /** An index of names has no group headings on letter pages. */
    named?: boolean
    overview?: string
    most?: number
  },
): IndexView[] {
  const heading = home.text
  return indexPages(home.href, entries, most).map((index) => ({
    address: index.address,
    title: index.letter ? `${heading}: ${index.letter}` : heading,
    description: index.letter
      ? `${about} Those under ${index.letter}: ${index.count}.`
      : `${about} ${index.total} in all.`,
    picture: null,
    trail: index.letter ? [home, { href: index.address, text: index.letter }] : [home],
    heading,
    noun,
    headings: !(named && index.letter),
    overview: index.overview.length > 0 ? overview : '',
    index,
  }))
}

/** CSS pixels of a portrait beside a name. */
const PORTRAIT = { width: 32, height: 32 }

function personEntry(person: Person, split: boolean): IndexEntry {
  const name = indexName(person)
  const surname = person.surname || name
  return {
    href: personAddress(person.id),
    text: shorten(name, 120),
    note: lifeSpan(person),
    ...(person.image && { portrait: smallPicture(portraitSource('', person.id), person.image, PORTRAIT).src }),
    // People of the same name are sorted by birth.
    key: `${name} ${person.date_of_birth ?? ''}`,
    // Headings are surnames in a long index, letters in a short one.
    group: split ? shorten(surname, 60) : letterOf(surname),
  }
}

/** Between two names of a person: Harkness (née Brannock), Schmidt or Smith, Doe alias Roe, Grey (Mrs. John Hall). */
const BETWEEN =
  /[\s(,[](?:[Nn][ée]e|[Bb]orn|[Ff]ormerly|[Aa]lias|[Aa]\.?[Kk]\.?[Aa]\.?|also known as|or|[Mm]rs\.?(?:\s+\p{Lu}[\p{L}.]*(?=\s+\p{Lu}))*)\s+/u

/** Under each other surname that the record has: leads to the same page. */
function otherEntries(person: Person, split: boolean): IndexEntry[] {
  const { text: name, ...entry } = personEntry(person, split)
  const { surname, middle_name: middle, sex } = person
  // Of a woman, a middle name in brackets is her maiden name; of a man, it is what he was called.
  const given = sex === 'male' ? middle : middle.replace(/^\((\p{L}+)\)$/u, ' née $1')
  const names = [surname, given.replaceAll(' or ', ' ')].flatMap((each) => ` ${each}`.split(BETWEEN).slice(1))
  return names.flatMap((each) => {
    const other = each.split(/[()[\],]/)[0]!.trim()
    if (other === '') return []
    const text = [other, person.first_name].filter(Boolean).join(', ')
    return [
      {
        ...entry,
        text,
        note: `see ${name}`,
        key: text,
        group: split ? shorten(other, 60) : letterOf(other),
        see: true,
      },
    ]
  })
}

/** `/people/` (spec §1 "the heading People"). */
export function peopleIndex(people: readonly Person[], most = INDEX_LINES): IndexView[] {
  const split = people.length > most
  const entries = people.flatMap((person) => [personEntry(person, split), ...otherEntries(person, split)])
  return indexViews({ href: ADDRESS.people, text: 'People' }, entries, {
    noun: { one: 'person', many: 'people' },
    about: 'Everyone named in the archive, from A to Z, with their years.',
    most,
  })
}
export const peoplePages = memoizePerArchive('people index', (people: readonly Person[]) => peopleIndex(people))

function organizationEntry(row: Organization, split: boolean): IndexEntry {
  const name = row.name || `Organization ${row.id}`
  const sorted = name.replace(/^the /i, '')
  return {
    href: organizationAddress(row.id),
    text: shorten(name, 120),
    note: yearSpan(row.date_opened, row.date_closed),
    key: `${sorted} ${row.date_opened ?? ''}`,
    group: split ? (sorted.split(/\s/)[0] ?? '') : letterOf(sorted),
  }
}

/** `/organizations/`. */
export const organizationPages = memoizePerArchive('organization index', (organizations: readonly Organization[]) => {
  const entries = organizations.map((row) => organizationEntry(row, organizations.length > INDEX_LINES))
  return indexViews({ href: ADDRESS.organizations, text: 'Organizations' }, entries, {
    noun: { one: 'organization', many: 'organizations' },
    about: 'Businesses, churches, schools, societies and public bodies of the town, from A to Z, with their years.',
  })
})

export const itemCount = (count: number) => (count === 0 ? '' : countOfItems(count))

/** A zone under its street, sorted by street number, with its item count as note. */
function placeEntry(archive: Archive, { properties }: LocationFeature): IndexEntry {
  const { street, number } = streetOf(properties)
  const name = zoneName(properties)
  return {
    href: zoneAddress(properties.pk),
    text: shorten(name, 100),
    note: itemCount(archive.itemsOfLocation(properties.pk).length),
    key: `${String(number).padStart(6, '0')} ${name}`,
    group: street,
    ...(street === NO_STREET && { letter: '#' }),
  }
}

/** `/places/`: all zones by street. */
export const placePages = memoizePerArchive('place index', (archive: Archive) => {
  const entries = archive.lists.locations.map((zone) => placeEntry(archive, zone))
  return indexViews({ href: ADDRESS.places, text: 'Places' }, entries, {
    noun: { one: 'place', many: 'places' },
    about: 'Every lot and zone of the map, by street.',
    named: false,
  })
})
