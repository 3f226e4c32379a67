import { ageAt, dayIn, spelled, yearOf } from '../dates.ts'
import { openDuring, premisesIn } from '../organizations.ts'
import { aliveDuring, fullName, shortName } from '../people.ts'
import { landmarkOf } from '../zones.ts'
import type { Random } from '../random.ts'
import { type Scene, type Sketch, adults, alive, draft, listed, organizationOf, workersOf } from './draft.ts'
import { HEADLINES, LETTERS, PROGRAMMES } from './papers-table.ts'

const sheet = (
  random: Random,
  kind: Sketch['kind'],
  words: string[],
  size: [number, number] = random.pick([
    [620, 820],
    [600, 900],
    [680, 860],
  ]),
): Sketch => ({
  kind,
  width: size[0],
  height: size[1],
  tone: 'paper',
  border: 'none',
  words,
  sitters: [],
  detail: String(random.int(1, 999)),
})

export const letter: Scene = (town, random) => {
  const date = dayIn(random, 1836, 1952)
  const writers = adults(town, date).filter((person) => person.surname !== '')
  const writer = random.pick(writers)
  const reader = random.pick(
    [...writer.children, ...writer.marriages.map((m) => m.spouse), ...writers].filter(
      (p) => p !== writer && aliveDuring(p, date) && ageAt(p.born, date) >= 12,
    ),
  )
  const matter = random.pick(LETTERS.filter(([from, to]) => from <= yearOf(date) && yearOf(date) <= to))
  const pages = random.int(1, 4)
  const collection =
    yearOf(date) < 1850
      ? 'estate-1847'
      : yearOf(date) < 1875
        ? 'estate-1850'
        : writer.surname === 'Harkness'
          ? 'harkness-personal'
          : writer.surname === 'Giiwedin'
            ? 'giiwedin'
            : 'wi'
  return draft(
    'paper_record',
    random.pick([
      `Letter from ${shortName(writer)} to ${shortName(reader)}`,
      `${fullName(writer)} to ${fullName(reader)}, ${spelled(date)}`,
    ]),
    `${fullName(writer)} writes to ${fullName(reader)} ${matter[2]}`,
    {
      date,
      precision: 'day',
      people: [writer, reader],
      creator: writer,
      subjects: ['letters', matter[3]],
      collection,
      sketches: Array.from({ length: pages }, () => sheet(random, 'letter', [shortName(reader), shortName(writer)])),
    },
  )
}

export const deed: Scene = (town, random) => {
  const index = random.int(1, town.ownerships.length - 1)
  const link = town.ownerships[index]
  const before = town.ownerships[index - 1]
  if (
    link === undefined ||
    before === undefined ||
    link.how !== 'sale' ||
    before.lot !== link.lot ||
    !aliveDuring(before.person, link.date)
  )
    return undefined
  return draft(
    'paper_record',
    `${random.pick(['Deed', 'Indenture', 'Bargain and sale'])}: ${before.person.surname || before.person.first} to ${link.person.surname || link.person.first}, Lot ${link.lot}`,
    `${fullName(before.person)} conveys Lot ${link.lot}, ${link.zone.name}, to ${fullName(link.person)}. ${link.source}. ${random.pick(['The seal has been used to hold down a window.', 'Signed with a mark, witnessed by two clerks.', 'The dower is barred in a different ink.', 'The consideration is one dollar and affection.', 'Folded in eighths.'])}`,
    {
      date: link.date,
      precision: 'day',
      people: [before.person, link.person],
      zone: link.zone,
      subjects: ['landsales'],
      collection: link.date < 18750000 ? 'estate-ledgers' : 'town-assessment',
      sketches: [sheet(random, 'certificate', ['Indenture', `Lot ${link.lot}`]), sheet(random, 'letter', ['', ''])],
    },
  )
}

export const ledger: Scene = (town, random) => {
  const organization = random.pick(
    town.organizations.filter((o) =>
      ['store', 'mill', 'works', 'fishery', 'hotel', 'school', 'church'].includes(o.kind),
    ),
  )
  const date = dayIn(random, organization.opened, Math.min(organization.closed ?? 1975, 1975))
  const people = random.sample(workersOf(town, organization, date), 2)
  const what =
    (
      {
        store: 'Day book',
        mill: 'Wage book',
        works: 'Order book',
        fishery: 'Livre de pêche (catch book)',
        hotel: 'Guest register',
        school: 'School register',
        church: 'Register of pew rents',
      } as Record<string, string>
    )[organization.kind] ?? 'Ledger'
  return draft(
    'paper_record',
    `${what}, ${organization.name}`,
    `${what} of ${organization.name}${people.length > 0 ? `, kept by ${listed(people.map(shortName))}` : ''}. ${random.pick(['Two columns for money owed and one for money seen.', 'Pressed maple leaf at August.', 'The handwriting changes in mid-sentence and does not change back.', 'Last page used for a shopping list.', 'Eleven entries are for the same debt.', 'Water-stained to the level of the flood.'])}`,
    {
      date,
      until: date + 20000,
      people,
      organizations: [organization],
      zone: premisesIn(organization, yearOf(date)),
      subjects: [
        (
          {
            mill: 'milling',
            fishery: 'fishing',
            hotel: 'hotels',
            school: 'schoolclasses',
            church: 'religion',
            works: 'industry',
          } as Record<string, string>
        )[organization.kind] ?? 'stores',
      ],
      collection:
        organization.kind === 'fishery'
          ? 'theriault-fishery'
          : organization.kind === 'school'
            ? 'town-school'
            : organization.kind === 'mill'
              ? 'harkness-mill'
              : 'society',
      sketches: Array.from({ length: random.int(2, 5) }, () =>
        sheet(random, 'ledger', [organization.name], [900, 640]),
      ),
    },
  )
}

export const certificate: Scene = (town, random) => {
  const date = dayIn(random, 1855, 1972)
  const person = random.pick(alive(town, date).filter((p) => ageAt(p.born, date) >= 12))
  const [key, what, subject] = random.pick([
    ['school', 'Entrance certificate', 'schoolclasses'],
    ['lodge', 'Lodge diploma', 'lodges'],
    ['st-brendan', 'Confirmation certificate', 'religion'],
    ['wesley', 'Pledge card, signed', 'temperance'],
    ['fair', 'First prize, Fall Fair', 'fairs'],
    ['sainte-anne', 'Certificat de première communion', 'french'],
    ['fire', 'Exempt fireman’s certificate', 'firebrigade'],
  ] as const)
  const organization = organizationOf(town, key)
  if (
    !openDuring(organization, yearOf(date)) ||
    (key === 'lodge' && person.sex !== 'male') ||
    ((key === 'fire' || key === 'lodge') && ageAt(person.born, date) < 20)
  )
    return undefined
  return draft(
    'paper_record',
    `${what} of ${shortName(person)}`,
    `${what} given to ${fullName(person)} by ${organization.name} on ${spelled(date)}. ${random.pick(['Framed until the glass broke.', 'The gold is bronze powder.', 'Found behind a wardrobe.', 'The surname has been corrected with a knife.'])}`,
    {
      date,
      precision: 'day',
      people: [person],
      organizations: [organization],
      zone: premisesIn(organization, yearOf(date)),
      subjects: [subject],
      collection: 'society',
      sketches: [sheet(random, 'certificate', [what, shortName(person)], [880, 660])],
    },
  )
}

export const programme: Scene = (town, random) => {
  const [key, title, text, subject, from, to] = random.pick(PROGRAMMES)
  const organization = organizationOf(town, key)
  const date = dayIn(random, Math.max(from, organization.opened), Math.min(to, organization.closed ?? 2020))
  return draft('paper_record', title, text, {
    date,
    organizations: [organization],
    zone: premisesIn(organization, yearOf(date)),
    subjects: [subject, 'leisure'],
    collection: 'society',
    sketches: [
      sheet(random, 'poster', [
        title.replace(/^(Poster|Handbill|Programme): /, ''),
        organization.name,
        String(yearOf(date)),
      ]),
    ],
  })
}

export const plan: Scene = (town, random) => {
  const date = dayIn(random, 1835, 1962)
  const estate = organizationOf(town, yearOf(date) <= 1874 ? 'estate' : 'council')
  const name = random.pick([
    'Plan of the town plot',
    'Sketch plan of the mill privilege',
    'Plan of subdivision',
    'Insurance plan, sheet',
    'Plan of harbour works',
    'Plan of drainage',
  ])
  return draft(
    'paper_record',
    `${name}${name.endsWith('sheet') ? ` ${random.int(1, 6)}` : ''}`,
    `${name}, at ${random.pick(['two', 'four', 'eight'])} chains to an inch. ${random.pick(['North is to the left.', 'Streets that were never opened are shown as if they had been.', 'Pencil notes in the hand of a later clerk.', 'On linen, with mouse damage to the lake.'])}`,
    {
      date,
      organizations: [estate],
      zone: landmarkOf(town.zones, random.pick(['square', 'harbour', 'mill'])),
      subjects: ['surveys'],
      collection: 'estate-plans',
      sketches: [
        sheet(
          random,
          'plan',
          [name, 'Brannock Bay', String(yearOf(date))],
          random.pick([
            [1600, 1200],
            [900, 1200],
            [1200, 900],
          ]),
        ),
      ],
    },
  )
}

export const newspaper: Scene = (town, random) => {
  const [from, to, headline, text, subject] = random.pick(HEADLINES)
  const date = dayIn(random, from, to)
  const papers = ['beacon', 'advertiser']
    .map((key) => organizationOf(town, key))
    .filter((o) => openDuring(o, yearOf(date)))
  const paper = random.pick(papers)
  const people = random.sample(
    adults(town, date).filter((p) => p.surname !== '' && ageAt(p.born, date) < 80),
    random.int(0, 2),
  )
  return draft(
    'newspaper',
    `${paper.name}, ${spelled(date)}`,
    `${headline}. ${text}${people.length > 0 ? ` Also named: ${listed(people.map(shortName))}.` : ''}`,
    {
      date,
      precision: 'day',
      people,
      organizations: [paper],
      zone: premisesIn(paper, yearOf(date)),
      subjects: [subject],
      collection: yearOf(date) <= 1900 ? 'beacon-19' : 'beacon-20',
      sketches: Array.from({ length: random.int(1, 2) }, (_, i) =>
        sheet(random, 'newspaper', [paper.name, i === 0 ? headline : 'Local and Personal', spelled(date)], [760, 1080]),
      ),
    },
  )
}
