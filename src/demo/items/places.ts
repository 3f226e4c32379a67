import { dayIn, yearOf } from '../dates.ts'
import { openDuring, premisesIn } from '../organizations.ts'
import { ownerIn } from '../ownership.ts'
import { aliveDuring, fullName } from '../people.ts'
import { RENUMBERED } from '../places-table.ts'
import type { PictureKind } from '../pictures/spec.ts'
import { type Scene, adults, draft, photo, sittersOf } from './draft.ts'

/** Landmarks by the kind of their place, which is that of their picture, too: subject and collection. */
const LANDMARKS: Record<string, [subject: string, collection?: string]> = {
  church: ['churches', 'churches'],
  school: ['education', 'churches'],
  hall: ['politics'],
  hotel: ['hotels'],
  mill: ['milling', 'harkness-mill'],
  works: ['industry'],
  station: ['railway'],
}

const BUILT: Record<string, number> = {
  'post-office': 1911,
  library: 1908,
  bank: 1889,
  'opera-house': 1882,
  armoury: 1866,
  'fire-hall': 1887,
  hospital: 1919,
  'continuation-school': 1911,
  station: 1876,
  wesley: 1884,
  elevator: 1904,
  creamery: 1899,
  'lakeview-hotel': 1879,
  'woollen-mill': 1868,
  foundry: 1864,
  lighthouse: 1874,
  'planing-mill': 1871,
  'sainte-anne': 1869,
  bme: 1863,
  baptist: 1869,
  boatworks: 1861,
}

export const houseFront: Scene = (town, random) => {
  const date = dayIn(random, 1868, 1996)
  const year = yearOf(date)
  const zone = random.pick(town.zones.filter((candidate) => candidate.kind === 'house'))
  const owner = ownerIn(town.ownerships, zone, year)
  const shown =
    owner !== undefined && aliveDuring(owner, date) && random.chance(0.5) && adults(town, date).includes(owner)
  const style = random.pick([
    'with its veranda',
    'after the new roof',
    'in lilac time',
    'under snow',
    'seen from across the street',
    ...(year < 1954 ? ['with the elm that came down in 1954'] : []),
    'before the porch was closed in',
  ])
  const title =
    owner !== undefined && aliveDuring(owner, date)
      ? `${owner.surname || owner.first} house, ${zone.name}`
      : random.pick([zone.name, `House at ${zone.name}`])
  return draft(
    'photograph',
    title,
    `${zone.name} ${style}.${shown ? ` ${fullName(owner)} stands at the gate.` : ''} ${random.pick(['', 'Copied from a glass plate.', 'Taken for the assessor.', 'From a real-estate folder.', ...(zone.street === RENUMBERED.street && year < RENUMBERED.year ? ['The number was changed in 1912.'] : []), ...(year < 1943 ? ['The picket fence went for firewood in 1943.'] : [])])}`.trim(),
    {
      date,
      people: shown ? [owner] : [],
      zone,
      subjects: style.includes('snow') ? ['houses', 'winter'] : ['houses'],
      collection: 'houses',
      sketches: [
        photo(random, 'house', year, {
          sitters: shown ? sittersOf([owner], date) : [],
          detail: style.includes('snow') ? 'snow' : '',
        }),
      ],
    },
  )
}

export const landmark: Scene = (town, random) => {
  const zone = random.pick(town.zones.filter((candidate) => candidate.kind in LANDMARKS))
  const date = dayIn(random, Math.max(1866, (BUILT[zone.key] ?? 1860) + 1), 2005)
  const year = yearOf(date)
  const organization = town.organizations.find((o) => openDuring(o, year) && premisesIn(o, year) === zone)
  const kind = zone.kind as PictureKind
  const [subject, collection = 'streets'] = LANDMARKS[kind]!
  const tall = zone.kind === 'church' && random.chance(0.4)
  const view = random.pick([
    'from the street',
    'from the south-east',
    'on a still morning',
    ...(year < 1920 ? ['with teams at the door'] : []),
    'decorated for the first of July',
    'in the year of its repairs',
  ])
  return draft(
    'photograph',
    random.pick([
      zone.name,
      `${zone.name} ${view}`,
      ...(zone.altnames[0] === undefined ? [] : [`${zone.name} (${zone.altnames[0]})`]),
    ]),
    `${zone.name} ${view}. ${zone.description}`,
    {
      date,
      zone,
      organizations: organization === undefined ? [] : [organization],
      subjects: [subject],
      collection,
      sketches: [
        photo(random, kind, year, {
          words: [zone.name],
          detail: zone.key,
          ...(tall ? { width: 420, height: 1180 } : {}),
        }),
        ...(random.chance(0.25)
          ? [photo(random, kind, year, { words: [zone.name], detail: `${zone.key} winter` })]
          : []),
      ],
    },
  )
}
