import { day } from './dates.ts'
import { FOUNDERS } from './names.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** Families of labourers, sailors and servants, of whom a census is all that is known. */
const SURNAMES =
  'Ainslie Baxter Corrigan Dunphy Eccles Farr Goodall Hickey Inglis Jarvis Kettle Loftus Mowat Nagle Orchard Prouse Quirk Ruddy Scobie Tebbutt Usher Varley Whalen Yorke Cassidy Dalziel Finnigan Hobbs Lemieux Munro Penhale Rankin'.split(
    ' ',
  )
const BRITISH = ['Harkness', 'Calder', "O'Meara", 'Pettigrew', 'Macquarrie']
/** What they did, and from when on. */
const TRADES: [trade: string, since: number][] = [
  ['labourer', 1835], ['sailor', 1835], ['sawyer', 1836], ['miller', 1842], ['blacksmith', 1838], ['teamster', 1838], ['shoemaker', 1841],
  ['cooper', 1859], ['moulder', 1864], ['weaver', 1868], ['section man', 1876], ['brakeman', 1876], ['butter maker', 1899],
] // prettier-ignore

export interface Stranger {
  person: Person
  /** The year of leaving. */
  leaves: number
}

/** A household that somebody counted in a year, or one person alone. Ids follow `id`. */
export function strangers(random: Random, year: number, id: number): Stranger[] {
  const surname = SURNAMES[id % SURNAMES.length] as string
  const names = random.pick(FOUNDERS.filter((founder) => BRITISH.includes(founder.surname)))
  const staying = random.chance(0.45)
  const found: Stranger[] = []
  const add = (sex: 'female' | 'male', age: number, rest: Partial<Person> = {}): Person => {
    const taken = found.map(({ person }) => person.first)
    const person: Person = {
      id: id + found.length,
      first: random.pick(names[sex].filter((name) => !taken.includes(name))),
      middle: '',
      surname,
      maiden: '',
      sex,
      born: day(year - age, random.int(1, 12), random.int(1, 28)),
      died: undefined,
      father: undefined,
      mother: undefined,
      marriages: [],
      children: [],
      generation: -2,
      trade: '',
      origin: '',
      killedInWar: false,
      ...rest,
    }
    found.push({ person, leaves: year + (staying && (age > 16 || random.chance(0.4)) ? random.int(14, 34) : 5) })
    return person
  }
  const trade = random.pick(TRADES.filter(([, since]) => since <= year))[0]
  if (random.chance(0.3)) {
    if (random.chance(0.45)) add('female', random.int(15, 27), { trade: 'servant' })
    else add('male', random.int(17, 44), { trade })
    return found
  }
  const age = random.int(26, 46)
  const father = add('male', age, { trade })
  const mother = add('female', Math.max(20, age - random.int(0, 6)))
  const motherAge = year - Math.floor(mother.born / 10000)
  const date = day(year - motherAge + 19, 6, 1)
  father.marriages.push({ spouse: mother, date })
  mother.marriages.push({ spouse: father, date })
  for (let child = motherAge - 20 - random.int(0, 2); child > 0 && found.length < 7; child -= random.int(2, 4)) {
    const born = add(random.chance(0.5) ? 'male' : 'female', child, { father, mother })
    for (const parent of [father, mother]) parent.children.push(born)
  }
  return found
}
