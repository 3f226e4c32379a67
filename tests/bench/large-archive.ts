import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { COPYRIGHTS, ITEM_TYPES } from '#contract/item.ts'
import { createRandom } from '#demo/random.ts'
import type { Random } from '#demo/random.ts'
import { FIRST_NAMES, PLACES, SURNAMES, VOCABULARY, WORDS } from './words.ts'

/** How large a generated archive is. */
export interface Size {
  items: number
  people: number
  organizations: number
  zones: number
}

/**
 * The lengths of item texts: the middles of the tenths of 4,000 catalogue texts about Manhattan (NYPL). With SKEW, the most frequent word is 3.6 % of all
 * words and in 73 % of the texts, as `street` is there.
 */
const TEXT_LENGTHS = [0, 5, 20, 30, 42, 50, 62, 74, 95, 150]
const SKEW = 2.7

const SUBJECTS = 300
const COLLECTIONS = 120

type Row = Record<string, unknown>

/**
 * Writes a bundle of a large archive: deterministic, linked as a real one is (a few zones, people and subjects have most of the items),
 * texts with lengths and frequencies of words as a real collection has them. It is for measuring, not for reading.
 */
export async function writeLargeArchive(folder: string, size: Size): Promise<void> {
  await mkdir(folder, { recursive: true })
  const random = createRandom('a large archive')
  const lists: Record<string, Iterable<Row>> = {
    lots: rows(size.zones, (lot) => ({ lotNum: String(lot), location: lot })),
    people: rows(size.people, (id) => person(id, size, random)),
    relationships: rows(size.people - 100, (id) => ({
      id,
      person1: Math.ceil((id + 100) / 3),
      person2: id + 100,
      relationship_type: 'parent',
    })),
    ownership: rows(size.zones, (id) => ({
      id,
      lot: String(id),
      person: random.int(1, size.people),
      date: year(random),
      source: `Abstract index ${id}`,
    })),
    organizations: rows(size.organizations, (id) => ({
      id,
      name: `${random.pick(SURNAMES)} ${random.pick(WORDS)} Company ${id}`,
      altname: [`Old ${random.pick(SURNAMES)}’s`],
      date_opened: year(random),
      description: text(random, 30),
    })),
    organization_locations: rows(size.organizations, (id) => ({
      id,
      organization: id,
      location: few(random, size.zones),
      date_start: year(random),
    })),
    employment: rows(size.people >> 1, (id) => ({
      id,
      person: id * 2,
      organization: few(random, size.organizations),
      date_start: year(random),
    })),
    heritage: rows(size.zones >> 2, (id) => ({
      id,
      location: id * 4,
      architectural_style: random.pick(WORDS),
      architectural_description: text(random, 25),
    })),
    location_descriptions: rows(size.zones >> 1, (id) => ({ id, location: id * 2, description: text(random, 40) })),
    subjects: rows(SUBJECTS, (id) => ({
      id,
      subject_name: `${random.pick(WORDS)} ${id}`,
      subject_parent: id > 20 ? random.int(1, 20) : null,
    })),
    collections: rows(COLLECTIONS, (id) => ({
      id,
      collection_name: `${random.pick(SURNAMES)} papers ${id}`,
      collection_description: text(random, 20),
      hierarchy: id <= 10 ? 'fond' : 'series',
      parent_collection: id <= 10 ? null : random.int(1, 10),
    })),
    items: rows(size.items, (id) => item(id, size, random)),
  }
  await writeZones(path.join(folder, 'locations.geojson'), size.zones, random)
  for (const [name, list] of Object.entries(lists)) await writeList(path.join(folder, `${name}.json`), '[', list, ']')
}

function* rows(count: number, row: (id: number) => Row): Generator<Row> {
  for (let id = 1; id <= count; id++) yield row(id)
}

const year = (random: Random): number => random.int(1835, 2019) * 10_000

/** A number from 1 to `most`, low ones far more often: a handful of places has most of the photographs. */
const few = (random: Random, most: number, skew = 3): number => 1 + Math.floor(most * random.next() ** skew)

function text(random: Random, words: number): string {
  if (words === 0) return ''
  const list = Array.from({ length: words }, () => VOCABULARY[few(random, VOCABULARY.length, SKEW) - 1]!)
  return `${list.join(' ').replace(/^./, (letter) => letter.toUpperCase())}.`
}

function person(id: number, size: Size, random: Random): Row {
  const born = random.int(1810, 1990)
  const spouse = id % 2 === 1 ? id + 1 : id - 1
  return {
    id,
    first_name: random.pick(FIRST_NAMES),
    surname: random.pick(SURNAMES),
    date_of_birth: born * 10_000,
    date_of_death: Math.min(born + random.int(20, 95), 2020) * 10_000,
    sex: id % 2 === 1 ? 'female' : 'male',
    biography: id % 3 === 0 ? text(random, 60) : '',
    spouses: spouse <= size.people && id % 5 !== 0 && spouse % 5 !== 0 ? [spouse] : [],
  }
}

function item(id: number, size: Size, random: Random): Row {
  const start = random.int(1835, 2019)
  const several = (most: number, of: number): number[] => [
    ...new Set(Array.from({ length: random.int(0, most) }, () => few(random, of))),
  ]
  return {
    id,
    type: random.pick(ITEM_TYPES),
    title: `${random.pick(WORDS)} ${random.pick(WORDS)} at ${random.pick(PLACES)}, ${start}`,
    general_description: text(random, random.pick(TEXT_LENGTHS)),
    date_start: random.chance(0.95) ? start * 10_000 + (random.chance(0.3) ? random.int(1, 12) * 100 : 0) : null,
    date_end: random.chance(0.2) ? Math.min(start + random.int(1, 9), 2020) * 10_000 : null,
    location: few(random, size.zones),
    people: several(4, size.people),
    subject: several(3, SUBJECTS),
    organizations: several(2, size.organizations),
    collection: few(random, COLLECTIONS),
    creator: random.chance(0.2) ? few(random, size.people) : null,
    archival_identifier: `LA-${id}`,
    copyright_info: random.pick(COPYRIGHTS),
    visibility: id % 20 === 0 ? 'draft' : 'published',
    published_at: '2026-01-01T00:00:00.000Z',
  }
}

/** Small squares on a grid about the start centre of spec §9. */
async function writeZones(file: string, count: number, random: Random): Promise<void> {
  const side = Math.ceil(Math.sqrt(count))
  const zones = rows(count, (pk) => {
    const west = -81.7 + (pk % side) * 0.001
    const south = 43.55 + Math.floor(pk / side) * 0.001
    const [east, north] = [west + 0.0008, south + 0.0008]
    return {
      type: 'Feature',
      properties: {
        pk,
        name: `${pk} ${random.pick(PLACES)}`,
        address: `${pk} ${random.pick(PLACES)}`,
        altnames: pk % 7 === 0 ? `["The ${random.pick(SURNAMES)} place"]` : '[]',
      },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      },
    }
  })
  await writeList(file, '{"type":"FeatureCollection","features":[', zones, ']}')
}

/** JSON, row by row, so that no list is held in memory. */
async function writeList(file: string, open: string, list: Iterable<Row>, close: string): Promise<void> {
  function* pieces(): Generator<string> {
    yield open
    let first = true
    for (const row of list) {
      yield `${first ? '\n' : ',\n'}${JSON.stringify(row)}`
      first = false
    }
    yield `\n${close}\n`
  }
  await pipeline(Readable.from(pieces()), createWriteStream(file))
}
