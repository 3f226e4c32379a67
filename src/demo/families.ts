import { type Day, addYears, ageAt, day, dayIn, yearOf } from './dates.ts'
import {
  FOUNDERS,
  type FamilyName,
  INDIVIDUALS,
  MIDDLE_FEMALE,
  MIDDLE_MALE,
  MODERN_FEMALE,
  MODERN_MALE,
  NEWCOMERS,
} from './names.ts'
import { type Person, adultDuring } from './people.ts'
import type { Random } from './random.ts'

const LAST_DAY = day(2020, 12, 31)
const GENERATIONS = 5
/** Children a couple of each generation has; smallpox and choice shorten the lists. */
const CHILDREN: [number, number][] = [
  [4, 6],
  [3, 4],
  [2, 4],
  [2, 3],
  [1, 3],
]
/** How many of a couple's children found a family that the archive knows. */
const LINES = [2, 1, 1, 1, 0]

interface Census {
  people: Person[]
  random: Random
  /** First names in use by surname, so that two living cousins rarely share one. */
  used: Map<string, number>
  newcomers: number
}

function firstName(census: Census, family: FamilyName, sex: Person['sex'], born: number): string {
  const own = sex === 'male' ? family.male : family.female
  const modern = sex === 'male' ? MODERN_MALE : MODERN_FEMALE
  const names = born < 1910 ? own : [...own.slice(0, 5), ...(born < 1936 ? modern.slice(0, 8) : modern.slice(4))]
  const choices = census.random.sample(names, 6)
  const uses = (name: string): number => census.used.get(`${name} ${family.surname}`) ?? 0
  const name = choices.reduce((best, next) => (uses(next) < uses(best) ? next : best))
  census.used.set(`${name} ${family.surname}`, uses(name) + 1)
  return name
}

/** A day of death that suits the times: infancy, the two wars, the influenza, or age. Undefined for the living. */
function deathOf(random: Random, born: Day, sex: Person['sex']): { died: Day | undefined; killedInWar: boolean } {
  const year = yearOf(born)
  const war = year >= 1884 && year <= 1899 ? [1915, 1918] : year >= 1911 && year <= 1924 ? [1941, 1945] : undefined
  if (war !== undefined && sex === 'male' && random.chance(0.16)) {
    return { died: dayIn(random, war[0] as number, war[1]), killedInWar: true }
  }
  if (random.chance(year < 1920 ? 0.09 : 0.02))
    return { died: addYears(dayIn(random, year + 1, year + 9), 0), killedInWar: false }
  if (year < 1915 && year > 1870 && random.chance(0.04))
    return { died: day(1918, 10, random.int(2, 28)), killedInWar: false }
  const span = Math.round((random.between(44, 92) + random.between(52, 94) + random.between(60, 97)) / 3)
  const died = dayIn(random, year + span)
  return { died: died > LAST_DAY ? undefined : died, killedInWar: false }
}

function addPerson(
  census: Census,
  family: FamilyName,
  sex: Person['sex'],
  born: Day,
  details: Partial<Person> = {},
): Person {
  const { random } = census
  const middles = sex === 'male' ? MIDDLE_MALE : MIDDLE_FEMALE
  const person: Person = {
    id: census.people.length + 1,
    first: firstName(census, family, sex, yearOf(born)),
    middle: random.chance(0.6) ? random.pick(middles) : '',
    surname: family.surname,
    maiden: '',
    sex,
    born,
    ...deathOf(random, born, sex),
    father: undefined,
    mother: undefined,
    marriages: [],
    children: [],
    generation: 0,
    trade: '',
    origin: '',
    ...details,
  }
  if (person.middle === person.first) person.middle = ''
  census.people.push(person)
  return person
}

function marry(wife: Person, husband: Person, date: Day): void {
  wife.marriages.push({ spouse: husband, date })
  husband.marriages.push({ spouse: wife, date })
  if (wife.surname === husband.surname) return
  if (wife.maiden === '') wife.maiden = wife.surname
  wife.surname = husband.surname
}

function addChildren(
  census: Census,
  mother: Person,
  father: Person,
  family: FamilyName,
  wedding: Day,
  generation: number,
): Person[] {
  const { random } = census
  const [low, high] = CHILDREN[generation] as [number, number]
  const children: Person[] = []
  let year = yearOf(wedding) + random.int(1, 2)
  for (let i = random.int(low, high); i > 0; i--, year += random.int(2, 3)) {
    const born = dayIn(random, year)
    const motherFits = ageAt(mother.born, born) >= 17 && ageAt(mother.born, born) <= 43
    const fatherFits = ageAt(father.born, born) >= 17 && ageAt(father.born, born) <= 49
    const bothLive = [mother, father].every((parent) => parent.died === undefined || parent.died >= born)
    if (!motherFits || !fatherFits || !bothLive || year > 1988) break
    const sex = random.chance(0.5) ? 'male' : 'female'
    const child = addPerson(census, family, sex, born, { father, mother, generation: generation + 1 })
    mother.children.push(child)
    father.children.push(child)
    children.push(child)
  }
  return children
}

/** A spouse from another family of the town when one of the right age is free, else a newcomer. */
function findSpouse(census: Census, person: Person, wedding: Day): Person {
  const { people, random } = census
  const sex = person.sex === 'male' ? 'female' : 'male'
  const related = (other: Person): boolean =>
    other.surname === person.surname || (other.mother?.maiden ?? '?') === (person.mother?.maiden ?? '!')
  const candidates = people.filter(
    (other) =>
      other.sex === sex &&
      other.marriages.length === 0 &&
      other.father !== undefined &&
      !related(other) &&
      other.generation === person.generation &&
      Math.abs(yearOf(other.born) - yearOf(person.born)) <= 8 &&
      adultDuring(other, wedding, addYears(wedding, 4)),
  )
  if (candidates.length > 0 && random.chance(0.6)) return random.pick(candidates)
  const shift = sex === 'male' ? random.int(-6, 2) : random.int(-2, 6)
  const born = dayIn(random, yearOf(person.born) + shift)
  const family = newcomer(census)
  const spouse = addPerson(census, family, sex, born, { generation: person.generation, origin: family.origin })
  if (!adultDuring(spouse, wedding, addYears(wedding, 2))) {
    spouse.born = addYears(person.born, sex === 'male' ? -2 : 1)
    spouse.died = undefined
    spouse.killedInWar = false
    const natural = addYears(spouse.born, random.int(52, 90))
    if (natural < LAST_DAY) spouse.died = natural
  }
  return spouse
}

const familyOf = (surname: string): FamilyName | undefined =>
  [...FOUNDERS, ...NEWCOMERS].find((family) => family.surname === surname)

/** The next family to come to town: each in its turn, so that all of them are met. */
function newcomer(census: Census): FamilyName {
  return NEWCOMERS[census.newcomers++ % NEWCOMERS.length] as FamilyName
}

function foundFamily(census: Census, person: Person, family: FamilyName): Person[] {
  const { random } = census
  const wedding = dayIn(random, yearOf(person.born) + (person.sex === 'male' ? random.int(23, 30) : random.int(20, 26)))
  if (!adultDuring(person, wedding, addYears(wedding, 3))) return []
  const spouse = findSpouse(census, person, wedding)
  const [wife, husband] = person.sex === 'female' ? [person, spouse] : [spouse, person]
  const house = familyOf(husband.surname) ?? { ...family, surname: husband.surname }
  marry(wife, husband, wedding)
  const children = addChildren(census, wife, husband, house, wedding, person.generation)
  const widower = [husband, wife].find((one) => one.died === undefined || (wife.died ?? 1e9) < one.died)
  if (widower === husband && wife.died !== undefined && random.chance(0.35)) {
    const second = addYears(wife.died, 2)
    if (adultDuring(husband, second, addYears(second, 2)) && ageAt(husband.born, second) < 60) {
      const bride = addPerson(census, newcomer(census), 'female', addYears(second, -random.int(26, 40)), {
        generation: person.generation,
      })
      if (adultDuring(bride, second, addYears(second, 1))) marry(bride, husband, second)
    }
  }
  return children
}

/**
 * The town's people over five generations and their marriages: founders, their lines, and those who married in.
 * Nobody is a parent before 17 or after 49, no child is born after a parent's death, and couples were both alive
 * and adult on their wedding day.
 */
export function raiseFamilies(random: Random): Person[] {
  const census: Census = { people: [], random, used: new Map(), newcomers: 0 }
  let heirs: { person: Person; family: FamilyName }[] = []
  for (const founder of FOUNDERS) {
    const details = { generation: 0, trade: founder.trade, origin: founder.origin, killedInWar: false }
    const died = (): Day => dayIn(random, Math.max(founder.arrived + 18, 1858), 1881)
    const father = addPerson(census, founder, 'male', dayIn(random, founder.fatherBorn), {
      ...details,
      first: founder.father,
      died: died(),
    })
    const mother = addPerson(census, founder, 'female', dayIn(random, founder.motherBorn), {
      ...details,
      first: founder.mother,
      trade: '',
      died: died(),
    })
    mother.maiden = random.pick(NEWCOMERS.filter((family) => family.origin !== 'Waterloo County')).surname
    const wedding = dayIn(random, founder.motherBorn + 21)
    marry(mother, father, wedding)
    const children = addChildren(census, mother, father, founder, wedding, 0)
    heirs.push(...children.map((person) => ({ person, family: founder })))
  }
  for (let generation = 1; generation <= GENERATIONS; generation++) {
    const next: typeof heirs = []
    const lines = new Map<Person | undefined, number>()
    for (const { person, family } of heirs) {
      const founded = lines.get(person.father) ?? 0
      if (founded >= (LINES[generation - 1] as number) || person.marriages.length > 0) continue
      const children = foundFamily(census, person, family)
      if (children.length === 0) continue
      lines.set(person.father, founded + 1)
      next.push(...children.map((child) => ({ person: child, family: familyOf(child.surname) ?? family })))
    }
    heirs = next
  }
  for (const individual of INDIVIDUALS) {
    const { first, surname, sex, born, died, trade, origin } = individual
    addPerson(census, { surname, origin, male: [first], female: [first] }, sex, dayIn(random, born), {
      first,
      sex,
      trade,
      origin,
      middle: '',
      generation: -1,
      killedInWar: false,
      died: died === undefined ? undefined : dayIn(random, died),
    })
  }
  return census.people
}
