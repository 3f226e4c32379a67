import { dayIn, monthName, monthOf, yearOf } from '../dates.ts'
import { openDuring, premisesIn } from '../organizations.ts'
import { ownerIn } from '../ownership.ts'
import { aliveDuring, fullName, shortName } from '../people.ts'
import type { PictureKind } from '../pictures/spec.ts'
import { landmarkOf } from '../zones.ts'
import { type Scene, adults, draft, listed, photo, photographerIn, sittersOf, workersOf } from './draft.ts'

const PICTURE_OF: Record<string, PictureKind> = {
  church: 'church',
  school: 'school',
  hall: 'hall',
  hotel: 'hotel',
  mill: 'mill',
  works: 'works',
  station: 'station',
  house: 'house',
  shop: 'storefront',
  cemetery: 'graves',
  park: 'pond',
  farm: 'farm',
  harbour: 'harbour',
  shore: 'beach',
  island: 'ship',
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
    'with the elm that came down in 1954',
    'before the porch was closed in',
  ])
  const title =
    owner !== undefined && aliveDuring(owner, date)
      ? `${owner.surname || owner.first} house, ${zone.name}`
      : random.pick([zone.name, `House at ${zone.name}`])
  return draft(
    'photograph',
    title,
    `${zone.name} ${style}.${shown ? ` ${fullName(owner)} stands at the gate.` : ''} ${random.pick(['', 'Copied from a glass plate.', 'The number was changed in 1926.', 'Taken for the assessor.', 'From a real-estate folder.', 'The picket fence went for firewood in 1943.'])}`.trim(),
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

export const shopFront: Scene = (town, random) => {
  const shops = town.organizations.filter((o) => ['store', 'press', 'bank', 'studio'].includes(o.kind))
  const organization = random.pick(shops)
  const date = dayIn(random, Math.max(1864, organization.opened), Math.min(organization.closed ?? 2004, 2004))
  const year = yearOf(date)
  const people = random.sample(workersOf(town, organization, date), 3)
  const zone = premisesIn(organization, year)
  return draft(
    'photograph',
    random.pick([`${organization.name}, Main Street`, `Shop front of ${organization.name}`, organization.name]),
    `${organization.name} at ${zone?.name ?? 'Main Street'}.${people.length > 0 ? ` In the doorway ${listed(people.map(shortName))}.` : ''} ${random.pick(['The blind is down on the sunny side.', 'A bicycle has been leaned where the sign forbids it.', 'Prices in the window can be read with a glass.', 'The reflection shows the photographer.', 'Dressed for the fall fair.', 'Two of the letters were re-gilded that spring.'])}`,
    {
      date,
      people,
      organizations: [organization],
      zone,
      subjects: [organization.kind === 'bank' ? 'banking' : 'stores', 'mainstreet'],
      collection: 'main-street',
      sketches: [
        photo(random, 'storefront', year, {
          words: [organization.name],
          sitters: sittersOf(people, date),
          ...(random.chance(0.3) ? { width: 640, height: 820 } : {}),
        }),
      ],
    },
  )
}

export const landmark: Scene = (town, random) => {
  const zone = random.pick(
    town.zones.filter((candidate) =>
      ['church', 'school', 'hall', 'hotel', 'mill', 'works', 'station'].includes(candidate.kind),
    ),
  )
  const date = dayIn(random, Math.max(1866, (BUILT[zone.key] ?? 1860) + 1), 2005)
  const year = yearOf(date)
  const organization = town.organizations.find((o) => openDuring(o, year) && premisesIn(o, year) === zone)
  const kind = PICTURE_OF[zone.kind] as PictureKind
  const tall = zone.kind === 'church' && random.chance(0.4)
  const view = random.pick([
    'from the street',
    'from the south-east',
    'on a still morning',
    'with teams at the door',
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
      subjects: [
        (
          {
            church: 'churches',
            school: 'education',
            hotel: 'hotels',
            mill: 'milling',
            works: 'industry',
            station: 'railway',
            hall: 'politics',
          } as Record<string, string>
        )[zone.kind] ?? 'mainstreet',
      ],
      collection:
        zone.kind === 'church' || zone.kind === 'school'
          ? 'churches'
          : zone.kind === 'mill'
            ? 'harkness-mill'
            : 'streets',
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

export const streetView: Scene = (town, random) => {
  const date = dayIn(random, 1867, 2001)
  const year = yearOf(date)
  const look = random.pick([
    'north from Queen Street',
    'south from Harbour Street',
    'north from Market Street',
    'south from King Street',
    'towards the square',
    'on market day',
    'after the storm',
    'on the first of July',
    'at six in the morning',
  ])
  const zone = random.pick(
    town.zones.filter((candidate) => candidate.kind === 'shop' && candidate.street === 'Main Street'),
  )
  const { creator, studio } = photographerIn(town, date)
  const made = creator !== undefined && random.chance(0.6)
  return draft(
    'photograph',
    `Main Street, ${look.startsWith('north') || look.startsWith('south') ? 'looking ' : ''}${look}`,
    `Main Street ${look} in ${monthName(monthOf(date))}. ${year < 1914 ? 'Hitching posts on both sides, plank walks, and mud in between.' : year < 1945 ? 'Cars are angle-parked as far as the Post Office clock.' : 'Hydro wires, diagonal parking, and the blade sign of the Roxy.'} ${made ? `By ${shortName(creator)}.` : ''}`.trim(),
    {
      date,
      zone,
      creator: made ? creator : undefined,
      organizations: made && studio !== undefined ? [studio] : [],
      subjects: year < 1914 ? ['mainstreet', 'horses'] : ['mainstreet', 'motoring'],
      collection: 'main-street',
      sketches: [
        photo(random, 'street', year, {
          detail: look.includes('storm') ? 'snow' : '',
          ...(random.chance(0.2) ? { width: 2400, height: 1600 } : {}),
        }),
      ],
    },
  )
}

export const SHIPS: [name: string, kind: 'schooner' | 'steamer' | 'tug', from: number, to: number][] = [
  ['Margaret Harkness', 'schooner', 1862, 1889],
  ['Orkney Lass', 'schooner', 1864, 1896],
  ['Nodin', 'schooner', 1867, 1904],
  ['Colonel B.', 'schooner', 1855, 1878],
  ['Jessie Calder', 'schooner', 1871, 1913],
  ['Three Sisters', 'schooner', 1874, 1899],
  ['Huronic Belle', 'steamer', 1881, 1912],
  ['City of Brannock', 'steamer', 1889, 1924],
  ['Saugeen Queen', 'steamer', 1902, 1938],
  ['Manitou Star', 'steamer', 1921, 1957],
  ['Marie-Célina', 'tug', 1892, 1921],
  ['Étoile du Lac', 'tug', 1899, 1934],
  ['Effie T.', 'tug', 1908, 1949],
  ['Giizis', 'tug', 1922, 1958],
  ['R. H. Thériault', 'tug', 1931, 1969],
  ['Bay Lass', 'tug', 1938, 1966],
]

export const shipping: Scene = (town, random) => {
  const [name, kind, from, to] = random.pick(SHIPS)
  const date = dayIn(random, Math.max(from, 1866), to)
  const year = yearOf(date)
  const owner = random.pick(
    town.organizations.filter(
      (o) =>
        openDuring(o, year) && ['boatworks', 'fishery', 'harbour-board', 'elevator', 'giiwedin-fish'].includes(o.key),
    ),
  )
  const master = random.sample(
    adults(town, date).filter(
      (person) => person.sex === 'male' && ['Calder', 'Thériault', 'Giiwedin', "O'Meara"].includes(person.surname),
    ),
    1,
  )
  const zone = landmarkOf(town.zones, random.pick(['harbour', 'wharf', 'boatworks', 'harbour']))
  const doing = {
    schooner: ['loading grain', 'wind-bound at the north pier', 'drying sail', 'outward bound for Oswego'],
    steamer: ['with an excursion aboard', 'backing off the pier', 'at her landing', 'two hours late'],
    tug: ['home with the nets', 'on the slip', 'iced to the wheelhouse', 'raising steam'],
  }[kind]
  const verb = random.pick(doing)
  return draft(
    'photograph',
    `${kind === 'tug' ? 'Fish tug' : kind === 'steamer' ? 'Steamer' : 'Schooner'} ${name}${random.chance(0.5) ? `, ${verb}` : ''}`,
    `The ${kind} ${name} ${verb}.${master.length > 0 ? ` Master that season: ${shortName(master[0] as never)}.` : ''} ${random.pick(['Built on the bay.', 'Her name board hangs in the museum.', 'Lost with nobody aboard.', 'Note the patched jib.', 'The cook waved.', 'From a lantern slide.'])}`,
    {
      date,
      people: master,
      organizations: [owner],
      zone,
      subjects: [kind === 'schooner' ? 'schooners' : kind === 'steamer' ? 'steamers' : 'tugs', 'piers'],
      collection: 'ships',
      sketches: [
        photo(random, random.chance(0.65) ? 'ship' : 'harbour', year, {
          detail: `${kind}${verb.includes('ice') ? ' ice' : ''}`,
          words: [name],
        }),
      ],
    },
  )
}

const VIEWS: [
  kind: PictureKind,
  zone: string,
  title: string,
  text: string,
  subjects: string[],
  from: number,
  to: number,
  size?: [number, number],
][] = [
  [
    'beach',
    'beach',
    'Bathers at the Main Beach',
    'Sunday afternoon on the sand below King Street. Costumes could be hired at the Pavilion for ten cents, wet.',
    ['bathing', 'tourism'],
    1898,
    1990,
  ],
  [
    'beach',
    'beach',
    'High water at the Pavilion',
    'Sand bags on the dance floor side; the band played on the hill that week.',
    ['bathing', 'storms'],
    1922,
    1951,
  ],
  [
    'pond',
    'river-park',
    'Skating on the mill pond',
    'Lanterns were hung from the willows on Saturdays. The ice was cut from the far end only.',
    ['winter', 'leisure'],
    1870,
    1975,
  ],
  [
    'pond',
    'river-park',
    'Ice cutting on the Maskinonge',
    'Cakes of four hundred pounds for the creamery and the fish houses, sawn by hand until 1926.',
    ['ice', 'winter'],
    1880,
    1938,
  ],
  [
    'graves',
    'cemetery',
    'Gravestones at Maitland Hill',
    'The oldest row, moved up from the bluff. Lichen has the dates.',
    ['funerals'],
    1900,
    2005,
  ],
  [
    'graves',
    'rc-cemetery',
    'Croix de fer, Cimetière Sainte-Anne',
    'Iron crosses cast at the Huron Foundry for the lake-drowned. Les noms sont peints, non gravés.',
    ['funerals', 'french'],
    1905,
    2001,
  ],
  [
    'farm',
    'LRE',
    'Threshing on the Lake Range',
    'A gang of fourteen and a separator that went from farm to farm until the snow.',
    ['threshing', 'farming'],
    1882,
    1946,
  ],
  [
    'farm',
    'LRE',
    'Apple harvest',
    'Northern Spy for the barrel trade; ladders by the cooper.',
    ['orchards'],
    1875,
    1950,
  ],
  [
    'lighthouse',
    'lighthouse',
    'The Harbour Light',
    'Fresh white paint, done each May before the insurance man came.',
    ['lighthouse'],
    1875,
    2005,
    [420, 1260],
  ],
  [
    'lighthouse',
    'lighthouse',
    'Sea over the light',
    'After the November gale; the catwalk is gone.',
    ['lighthouse', 'storms'],
    1905,
    1960,
  ],
  [
    'panorama',
    'bluff-park',
    'Panorama of the harbour from the bluff',
    'Taken with a swing-lens camera in one turn; the same boy appears at both ends.',
    ['panoramas', 'harbour'],
    1902,
    1948,
    [2000, 500],
  ],
  [
    'panorama',
    'elevator',
    'The town from the elevator roof',
    'Looking west over Railway and Wellington Streets to the lake.',
    ['panoramas', 'grain'],
    1905,
    1966,
    [1800, 450],
  ],
  [
    'aerial',
    'square',
    'Brannock Bay from the air',
    'Oblique view by a barnstormer who took passengers up for three dollars; the survey of 1835 can be read like a plan.',
    ['aerial', 'surveys'],
    1921,
    1998,
  ],
  [
    'fire',
    'mill',
    'The mill on fire',
    'Exposed by the light of the fire itself at about eleven at night. Sparks carried to the French church.',
    ['millfire', 'milling'],
    1896,
    1896,
  ],
  [
    'fire',
    'planing-mill',
    'Fire at the planing mill',
    'The pumper arrived in good time; the hydrant was frozen.',
    ['fires', 'firebrigade'],
    1938,
    1938,
  ],
  [
    'street',
    'square',
    'Parade on the square',
    'Floats, two bands, and the Lodge behind its own dust.',
    ['parades'],
    1880,
    1990,
  ],
  [
    'station',
    'station',
    'Train time',
    'The evening mixed, with more people to see it than to ride in it.',
    ['railway'],
    1877,
    1954,
  ],
  [
    'harbour',
    'wharf',
    'Grain teams waiting at the wharf',
    'Sixty-one wagons were counted back to Church Street.',
    ['grain', 'piers'],
    1866,
    1903,
  ],
  [
    'harbour',
    'fishery',
    'Net reels at the fish houses',
    'Drying in a west wind. Each family had its own tar.',
    ['nets', 'fishing'],
    1880,
    1962,
  ],
  [
    'ship',
    'islands',
    'Sails off the Gull Islands',
    'From the families’ fishing camp on the largest island, known in the language as Gayaashko-minisan.',
    ['anishinaabe', 'fishing'],
    1872,
    1935,
  ],
]

export const view: Scene = (town, random) => {
  const [kind, place, title, text, subjects, from, to, size] = random.pick(VIEWS)
  const date = from === 1896 && to === 1896 ? 18961009 : dayIn(random, from, to)
  const zone =
    place === 'LRE'
      ? random.pick(town.zones.filter((candidate) => candidate.kind === 'farm'))
      : landmarkOf(town.zones, place)
  const year = yearOf(date)
  const shape = size === undefined ? {} : { width: size[0], height: size[1], border: 'none' as const }
  return draft('photograph', title, text, {
    date,
    zone,
    subjects,
    collection: kind === 'beach' ? 'beach' : kind === 'fire' ? 'harkness-fire' : 'waterfront',
    sketches: [
      photo(random, kind, year, { detail: subjects.join(' '), ...shape }),
      ...(random.chance(0.25) ? [photo(random, kind, year, { detail: subjects.join(' ') })] : []),
    ],
  })
}
