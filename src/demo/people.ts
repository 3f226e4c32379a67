import { type Day, ageAt } from './dates.ts'

type Sex = 'female' | 'male' | 'other'

/** A person with exact dates; biographies.ts decides how precisely the bundle states them. */
export interface Person {
  id: number
  first: string
  middle: string
  surname: string
  /** Surname at birth, when marriage changed it. */
  maiden: string
  sex: Sex
  born: Day
  died: Day | undefined
  father: Person | undefined
  mother: Person | undefined
  marriages: Marriage[]
  children: Person[]
  /** 0 for founders, and for spouses the generation of the one they married; -1 without a family, -2 known from a census only. */
  generation: number
  trade: string
  origin: string
  killedInWar: boolean
}

interface Marriage {
  spouse: Person
  date: Day
}

export const fullName = (person: Person): string =>
  [person.first, person.middle, person.surname].filter((part) => part !== '').join(' ')
export const shortName = (person: Person): string =>
  [person.first, person.surname].filter((part) => part !== '').join(' ')

/** Alive on every day of the years from first to last. */
export function aliveDuring(person: Person, first: Day, last = first): boolean {
  return person.born <= first && (person.died === undefined || person.died >= last)
}

export function adultDuring(person: Person, first: Day, last = first): boolean {
  return aliveDuring(person, first, last) && ageAt(person.born, first) >= 18
}
