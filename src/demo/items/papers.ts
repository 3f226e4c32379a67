import { type Day, ageAt, dayIn, spelled, yearOf } from '../dates.ts'
import { premisesIn } from '../organizations.ts'
import { type Person, aliveDuring, fullName, shortName } from '../people.ts'
import type { Random } from '../random.ts'
import { EARLY, type Scene, type Sketch, adults, draft, listed, workersOf } from './draft.ts'
import { LETTER_TEXTS } from './letters-table.ts'
import { BOOKS, LETTERS } from './papers-table.ts'

const SIZES = [[620, 820], [600, 900], [680, 860]] as [number, number][] // prettier-ignore
export const sheet = (
  random: Random,
  kind: Sketch['kind'],
  words: string[],
  size: [number, number] = random.pick(SIZES),
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

/** A letter, or what looks like one: words and transcript are the same. */
const written = (random: Random, words: string[]) => ({ ...sheet(random, 'letter', words), text: words.join('\n') })

/** Who writes about some things. */
const WRITERS: Record<string, RegExp> = {
  german: /Amsel|Zettel|Weppler|Schäfer|Oberholtzer/,
  french: /Thériault|Desjardins|Béland|Lévesque|Charlebois/,
  firstwar: /young male/,
  secondwar: /young male/,
  schooners: / male/,
}

const KEPT: Record<string, string> = { Harkness: 'harkness-personal', Giiwedin: 'giiwedin' }

/** How a letter begins and ends, in its language: to a relation by the first name, otherwise with the title. */
function manners(subject: string, writer: Person, reader: Person, date: Day): string[] {
  const isNear = [...writer.children, ...writer.marriages.map((m) => m.spouse), writer.mother].includes(reader)
  const [isMan, isWife] = [reader.sex === 'male', reader.marriages.some((marriage) => marriage.date <= date)]
  const titled = `${isMan ? 'Mr.' : isWife ? 'Mrs.' : 'Miss'} ${reader.surname || reader.first}`
  const own = isNear ? writer.first : shortName(writer)
  if (subject === 'german') return [`${isMan ? 'Lieber' : 'Liebe'} ${reader.first},`, 'Herzlich,', writer.first]
  if (subject === 'french')
    return [`${isMan ? 'Cher Monsieur' : isWife ? 'Chère Madame' : 'Chère Mademoiselle'},`, 'Bien à vous,', own]
  return isNear ? [`My dear ${reader.first},`, 'Yours as ever,', own] : [`Dear ${titled},`, 'Yours truly,', own]
}

/** Letters with the text of their topic; once it was told, the sheets cannot be read. Most early ones never come into the catalogue. */
export function letters(): Scene {
  const told = new Set<string>()
  return (town, random) => {
    const date = dayIn(random, 1836, 1952)
    const year = yearOf(date)
    const writers = adults(town, date).filter((person) => person.surname !== '')
    const writer = random.pick(writers)
    const reader = random.pick(
      [...writer.children, ...writer.marriages.map((m) => m.spouse), ...writers].filter(
        (p) => p !== writer && aliveDuring(p, date) && ageAt(p.born, date) >= 12,
      ),
    )
    const who = `${writer.surname}, ${ageAt(writer.born, date) < 46 ? 'young' : 'old'} ${writer.sex}`
    const fitting = LETTERS.filter(
      ([from, to, , subject]) => from <= year && year <= to && (WRITERS[subject]?.test(who) ?? true),
    ).sort((a, b) => a[1] - b[1])
    const fresh = fitting.filter((row) => !told.has(row[3]))
    const isRead = fresh.length > 0
    const [, , matter, subject, place = 'Brannock Bay'] = random.pick(isRead ? fresh.slice(0, 2) : fitting)
    if (year >= EARLY) told.add(subject)
    const pages = random.int(1, 2)
    const kept = KEPT[writer.surname] ?? 'wi'
    const collection = year < 1850 ? 'estate-1847' : year < 1875 ? 'estate-1850' : kept
    const [greeting, ...farewell] = manners(subject, writer, reader, date)
    const text = [`${place}, ${spelled(date)}`, greeting!, LETTER_TEXTS[subject]!, ...farewell]
    const province = year < 1841 ? 'Upper Canada' : year < 1867 ? 'Canada West' : 'Ontario'
    const leaf = [fullName(reader), 'Brannock Bay', province]
    return draft(
      'paper_record',
      random.pick([
        `Letter from ${shortName(writer)} to ${shortName(reader)}`,
        `${fullName(writer)} to ${fullName(reader)}, ${spelled(date)}`,
      ]),
      `${fullName(writer)} writes to ${fullName(reader)} ${matter}`,
      {
        date,
        precision: 'day',
        people: [writer, reader],
        creator: writer,
        subjects: ['letters', subject],
        collection,
        sketches: (isRead ? [text, leaf].slice(0, pages) : [leaf]).map((words) => written(random, words)),
      },
    )
  }
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
  const land = `that I convey Lot ${link.lot} in Brannock Bay, ${link.zone.name}, with whatever stands on it and whatever falls from its trees, to ${shortName(link.person)} and heirs, for ever or until sold.`
  const terms = [spelled(link.date), 'Know all by these presents', land, 'Signed and sealed,', shortName(before.person)]
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
      sketches: [sheet(random, 'certificate', ['Indenture', `Lot ${link.lot}`]), written(random, terms)],
    },
  )
}

export const ledger: Scene = (town, random) => {
  const organization = random.pick(town.organizations.filter((o) => o.kind in BOOKS && o.opened < 1970))
  const date = dayIn(random, organization.opened, Math.min(organization.closed ?? 1975, 1975))
  const people = random.sample(workersOf(town, organization, date), 2)
  const [what, subject, collection = 'society'] = BOOKS[organization.kind]!
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
      subjects: [subject],
      collection,
      sketches: Array.from({ length: random.int(2, 3) }, () =>
        sheet(random, 'ledger', [organization.name], [900, 640]),
      ),
    },
  )
}
