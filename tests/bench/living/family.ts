import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { createRandom } from '#demo/random.ts'
import { FIRST_NAMES, SURNAMES, WORDS } from '../words.ts'

/** As many as in a family file of three centuries. */
const PEOPLE = 3010
export const LIVING = 50
const DEAD = PEOPLE - LIVING
const ITEMS = 300
/** Of these with a picture: each takes a second to make in all sizes. */
const PICTURED = 15
export const planted = Array.from({ length: LIVING }, (_, at) => DEAD + 1 + at)
/** Nobody else was born on 17 August. */
const BORN = '0817'
export const MAGENTA = { r: 255, g: 0, b: 255 }

/** All that is planted begins with this, and names go on with "name". Search indexes cut the ends of words, not their beginnings. */
export const MARK = /zqliving/i
export const MARK_BUT_NAME = /zqliving(?!name)/i
/** The day of a birth as data, machines and pages write it. */
export const DAY = /\b19\d\d0817\b|\b19\d\d-08-17|\b17 August 19\d\d|\bAugust 17, 19\d\d/i

/** Of the dead: their portraits stay. */
const PORTRAYED = [1, 2]
const portraitOf = (id: number) => `images/${id > DEAD ? 'zqliving' : ''}portrait${id}.jpg`
const portrait = (color: { r: number; g: number; b: number }) =>
  sharp({ create: { width: 400, height: 500, channels: 3, background: color } })

/** Of letters alone: only such words are corrected. */
const surnameOf = (at: number) => `Zqlivingname${'abcdefg'[at % 7]}`

/** Writes the bundle of a family with 2,960 who are dead and 50 who live, of whom every field has a mark. Deterministic. */
export async function writeFamily(folder: string): Promise<void> {
  mkdirSync(path.join(folder, 'images'), { recursive: true })
  const random = createRandom('a family')
  const pick = random.pick.bind(random)
  /** Couples are an odd number and the next; of each couple the next generation is born. */
  const generation = (id: number) => Math.floor(((id - 1) / DEAD) * 8)
  const people = Array.from({ length: DEAD }, (_, at) => {
    const id = at + 1
    const born = 1680 + generation(id) * 28 + (at % 20)
    const spouse = id % 2 === 1 ? id + 1 : id - 1
    return {
      ...{ id, first_name: pick(FIRST_NAMES), surname: pick(SURNAMES), sex: id % 2 === 1 ? 'female' : 'male' },
      ...{ date_of_birth: born * 10_000 + 102, date_of_death: (born + random.int(20, 90)) * 10_000 },
      biography: id % 4 === 0 ? Array.from({ length: 30 }, () => pick(WORDS)).join(' ') : '',
      spouses: id % 5 !== 0 && spouse % 5 !== 0 ? [spouse] : [],
    }
  })
  const living = planted.map((id, at) => ({
    ...{ id, first_name: `Zqlivingnamea${at}`, middle_name: `Zqlivingnameb${at}`, surname: surnameOf(at) },
    ...{ date_of_birth: Number(`${1950 + at}${BORN}`), date_of_birth_text: at % 3 === 0 ? `zqlivingday${at}` : '' },
    biography: `Zqlivingbio${at} was here and there, and zqlivingbiotwo${at} came later.`,
    ...{
      family_tree: `https://zqlivingtree.example/${at}`,
      same_as: [`https://www.findagrave.com/memorial/99${at}/zqlivingsame${at}`],
    },
    ...{ staff_notes: `Zqlivingnote${at}`, provenance: `Zqlivingdonor${at}`, shelf_location: `Zqlivingshelf${at}` },
    ...{ accession_number: `Zqlivingacc${at}`, condition: `Zqlivingcondition${at}` },
    spouses: at % 2 === 1 ? [id - 1] : at > 40 ? [id - LIVING] : [],
  }))
  const relationships = [
    ...people.slice(400).map(({ id }) => ({ person1: id - 370 + ((id - 370) % 2), person2: id })),
    ...planted.map((id, at) => ({ person1: DEAD - at, person2: id, description: `Zqlivingadoption${at}` })),
    ...planted.slice(10).map((id, at) => ({ person1: planted[at]!, person2: id, description: `Zqlivingparent${at}` })),
  ].map((row, at) => ({ id: at + 1, relationship_type: 'parent', ...row }))
  const dead = () => random.int(1, DEAD)
  const items = Array.from({ length: ITEMS }, (_, at) => ({
    ...{ id: at + 1, type: 'photograph', title: `${pick(WORDS)} and ${pick(WORDS)} ${at}`, date_start: 19_700_000 },
    ...{ people: [planted[at % LIVING]!, planted[(at + 7) % LIVING]!, dead()], visibility: 'published', location: 1 },
    creator: at % 3 === 0 ? planted[(at + 3) % LIVING]! : dead(),
    ...{ contributors: [planted[(at + 5) % LIVING]!], collection: 1, subject: [1], organizations: [1] },
    rights_holder: 'The family',
  }))
  const lists: Record<string, unknown[]> = {
    ...{ people: [...people, ...living], relationships, items },
    lots: [{ lotNum: '1', location: 1 }],
    ownership: planted.map((person, at) => ({
      ...{ lot: '1', person, date: Number(`${1980 + (at % 40)}${BORN}`) },
      ...{ date_text: `zqlivingown${at}`, source: `Zqlivingdeed${at}` },
    })),
    organizations: [{ id: 1, name: 'The boat club' }],
    organization_locations: [{ id: 1, organization: 1, location: 1 }],
    employment: planted.map((person, at) => ({
      ...{ person, organization: 1, date_start: Number(`1985${BORN}`), date_start_text: `zqlivingwork${at}` },
      ...{ date_end: Number(`1999${BORN}`), date_end_text: `zqlivingleft${at}` },
    })),
    subjects: [{ id: 1, subject_name: 'Boats' }],
    collections: [{ id: 1, collection_name: 'The family', hierarchy: 'fond' }],
    person_images: [...planted, ...PORTRAYED].map((person) => ({ person, file: portraitOf(person) })),
    scans: items.slice(0, PICTURED).map(({ id }) => ({ item: id, file: `images/item.jpg`, text: `Page of ${id}` })),
  }
  for (const [name, rows] of Object.entries(lists))
    writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(rows))
  const ring = [[0, 0], [0.01, 0], [0.01, 0.01], [0, 0]] // prettier-ignore
  const geometry = { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x! - 81.7, y! + 43.7])] }
  const zone = { type: 'Feature', properties: { pk: 1, name: 'The house', address: '1 Elm Street' }, geometry }
  writeFileSync(path.join(folder, 'locations.geojson'), JSON.stringify({ type: 'FeatureCollection', features: [zone] }))
  await portrait({ r: 90, g: 80, b: 60 }).jpeg().toFile(path.join(folder, 'images/item.jpg'))
  for (const id of planted)
    await portrait({ ...MAGENTA, b: 255 - (id - DEAD) })
      .withExif({ IFD0: { ImageDescription: `zqlivingexif${id}` } })
      .jpeg()
      .toFile(path.join(folder, portraitOf(id)))
  for (const id of PORTRAYED)
    await portrait({ r: 20, g: 90, b: 80 + id })
      .jpeg()
      .toFile(path.join(folder, portraitOf(id)))
}
