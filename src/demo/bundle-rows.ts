import { writeBiographies } from './biographies.ts'
import { type Precision, type Written, ageAt, day, write, yearOf } from './dates.ts'
import { toLonLat } from './geometry.ts'
import { heritageRecords } from './heritage.ts'
import type { Person } from './people.ts'
import { type Random, createRandom } from './random.ts'
import { withSubmissions } from './submissions.ts'
import type { Row } from './row.ts'
import type { BrannockBay } from './town.ts'

/** Every file of the bundle but the map and the scans, as rows with the columns of spec §3. */
export function bundleRows(town: BrannockBay, seed: string): Record<string, Row[]> {
  const random = createRandom(`${seed}/bundle`)
  const biographies = writeBiographies(random.fork('lives'), town.people, town.employments, town.ownerships)
  const lived = random.fork('vital dates')
  const rows = {
    lots: town.zones.flatMap((zone) => zone.lots.map((lotNum) => ({ lotNum, location: zone.pk }))),
    ownership: town.ownerships.map((link, i) => ({
      id: i + 1,
      lot: link.lot,
      person: link.person.id,
      date: i % 9 === 0 ? String(yearOf(link.date)) : link.date,
      source: link.source,
    })),
    people: town.people.map((person) => personRow(person, biographies.get(person) ?? '', lived)),
    relationships: relationshipRows(town),
    graves: graveRows(town, random.fork('graves')),
    organizations: town.organizations.map((o) => ({
      id: o.id,
      name: o.name,
      altname: o.altnames,
      date_opened: day(o.opened, 0, 0),
      date_closed: o.closed === undefined ? null : day(o.closed, 0, 0),
      description: o.description,
    })),
    organization_locations: town.organizations
      .flatMap((o) =>
        o.premises.map((tenancy) => ({
          location: tenancy.zone.pk,
          organization: o.id,
          date_start: day(tenancy.from, 0, 0),
          date_end: tenancy.until === undefined ? null : day(tenancy.until, 0, 0),
        })),
      )
      .map((row, i) => ({ id: i + 1, ...row })),
    residents: town.residences.map(({ person, zone, from, until, role, written, source, order }, i) => ({
      id: i + 1,
      person: person.id,
      location: zone.pk,
      date_start: from,
      date_end: until ?? null,
      role,
      written,
      source,
      household_order: order ?? null,
    })),
    place_names: town.zones
      .flatMap(({ pk, formerNames = [] }) =>
        formerNames.map(([name, date_start, date_end]) => ({ location: pk, name, date_start, date_end })),
      )
      .map((row, i) => ({ id: i + 1, ...row })),
    employment: town.employments.map((job, i) => ({
      id: i + 1,
      person: job.person.id,
      organization: job.organization.id,
      date_start: day(yearOf(job.from), 0, 0),
      date_end: i % 11 === 0 ? null : day(yearOf(job.until), 0, 0),
    })),
    ...heritageRecords(town, random.fork('heritage')),
    subjects: town.subjects.map((subject) => ({
      id: subject.id,
      subject_name: subject.name,
      subject_description: subject.description,
      subject_parent: idOf(town.subjects, subject.parent),
    })),
    collections: town.collections.map((collection) => ({
      id: collection.id,
      collection_name: collection.name,
      collection_description: collection.description,
      hierarchy: collection.hierarchy,
      parent_collection: idOf(town.collections, collection.parent),
      rights: 'http://rightsstatements.org/vocab/UND/1.0/',
      credit_line: collection.parent === undefined ? `From the ${collection.name}` : '',
    })),
    items: itemRows(town),
  }
  return withSubmissions(rows, town)
}

function idOf(list: readonly { id: number; key: string }[], key: string | undefined): number | null {
  return list.find((entry) => entry.key === key)?.id ?? null
}

function vital(random: Random, date: number): Written {
  const early = yearOf(date) < 1869
  return write(
    date,
    random.weighted<Precision>(
      early ? { year: 5, circa: 4, day: 1, plainYear: 2 } : { day: 12, words: 2, year: 3, circa: 1, isoMonth: 1 },
    ),
  )
}

function personRow(person: Person, biography: string, random: Random): Row {
  const died =
    person.died === undefined || (yearOf(person.born) < 1890 && person.generation > 0 && random.chance(0.05))
      ? null
      : vital(random, person.died)
  return {
    id: person.id,
    first_name: person.first,
    middle_name: person.middle,
    surname: person.surname,
    date_of_birth: person.generation < -1 ? write(person.born, 'circa') : vital(random, person.born),
    date_of_death: died,
    sex: person.sex,
    biography,
    spouses: person.marriages.map((marriage) => marriage.spouse.id),
    family_tree:
      person.generation > -2 && random.chance(0.06) ? `https://trees.brannockbay.example/family/${person.id}` : '',
  }
}

function relationshipRows(town: BrannockBay): Row[] {
  return town.people
    .flatMap((child) =>
      [child.father, child.mother]
        .filter((parent) => parent !== undefined)
        .map((parent) => ({
          person1: parent.id,
          person2: child.id,
          relationship_type: 'parent',
          description: parent.sex === 'female' ? 'mother' : 'father',
        })),
    )
    .map((row, i) => ({ id: i + 1, ...row }))
}

function graveRows(town: BrannockBay, random: Random): Row[] {
  return town.people
    .filter(
      (person) => person.died !== undefined && person.died > 18490700 && !person.killedInWar && random.chance(0.45),
    )
    .map((person, i) => ({
      id: i + 1,
      entry: `Row ${'ABCDEFGHJK'[i % 10] ?? 'A'}, plot ${random.int(1, 48)}: ${`${person.first} ${person.surname}`.trim()}, aged ${ageAt(person.born, person.died as number)}`,
      person: person.id,
    }))
}

function itemRows(town: BrannockBay): Row[] {
  return town.items.map((item) => ({
    id: item.id,
    type: item.type,
    title: item.title,
    general_description: item.description,
    date_start: item.date === undefined ? null : item.date % 100 === 0 ? item.date : write(item.date, item.precision),
    date_end: item.until ?? null,
    location: item.zone?.pk ?? null,
    people: item.people.map((person) => person.id),
    subject: item.subjects.map((key) => idOf(town.subjects, key) as number),
    organizations: item.organizations.map((organization) => organization.id),
    collection: idOf(town.collections, item.collection),
    creator: item.creator?.id ?? null,
    contributors: item.contributors.map((person) => person.id),
    archival_identifier: item.identifier,
    copyright_info: item.copyright,
    extent: item.type === 'postcard' ? '9 × 14 cm' : '',
    accession_number: item.identifier.replace('BBHS ', ''),
    shelf_location: item.identifier && `Box ${(item.id % 40) + 1}`,
    externalRecordURL: item.url,
    visibility: item.visibility,
  }))
}

/** The map of the town as GeoJSON (RFC 7946): outer rings counter-clockwise and closed. */
export function locationsGeoJson(town: BrannockBay): object {
  return {
    type: 'FeatureCollection',
    features: town.zones.map((zone) => {
      const polygons = zone.rings.map((ring) => {
        const corners = ring.map(toLonLat)
        const area = corners.reduce((sum, [x, y], i) => {
          const [nextX, nextY] = corners[(i + 1) % corners.length] as [number, number]
          return sum + x * nextY - nextX * y
        }, 0)
        if (area < 0) corners.reverse()
        return [[...corners, corners[0] as [number, number]]]
      })
      return {
        type: 'Feature',
        id: zone.pk,
        properties: {
          pk: zone.pk,
          name: zone.name,
          address: zone.address,
          altnames: JSON.stringify(zone.altnames),
          ...(zone.from && { date_start: zone.circa ? write(zone.from, 'circa') : zone.from }),
          ...(zone.until && { date_end: zone.until }),
          ...(zone.predecessors && { predecessors: zone.predecessors, succession: zone.succession ?? '' }),
        },
        geometry:
          polygons.length === 1
            ? { type: 'Polygon', coordinates: polygons[0] }
            : { type: 'MultiPolygon', coordinates: polygons },
      }
    }),
  }
}
