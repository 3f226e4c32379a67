import { ageAt, dayIn, spelled, yearOf } from '../dates.ts'
import { premisesIn } from '../organizations.ts'
import { aliveDuring, fullName, shortName } from '../people.ts'
import type { Random } from '../random.ts'
import { type Scene, type Sketch, adults, draft, listed, workersOf } from './draft.ts'
import { LETTERS } from './papers-table.ts'

export const sheet = (
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
  const pages = random.int(1, 2)
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
    town.organizations.filter(
      (o) => ['store', 'mill', 'works', 'fishery', 'hotel', 'school', 'church'].includes(o.kind) && o.opened < 1970,
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
      sketches: Array.from({ length: random.int(2, 3) }, () =>
        sheet(random, 'ledger', [organization.name], [900, 640]),
      ),
    },
  )
}
