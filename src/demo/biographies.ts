import { ageAt, spelled, yearOf } from './dates.ts'
import { DEEDS_OF_MEN, DEEDS_OF_ALL, DEEDS_OF_WOMEN } from './biographies-table.ts'
import type { Employment } from './organizations.ts'
import type { Ownership } from './ownership.ts'
import { type Person, fullName, shortName } from './people.ts'
import type { Random } from './random.ts'

/** Whether a person had the right age in one of the deed's years. */
function fittingDeed(person: Person, taken: Set<string>, random: Random): string | undefined {
  const table = [...DEEDS_OF_ALL, ...(person.sex === 'male' ? DEEDS_OF_MEN : DEEDS_OF_WOMEN)]
  const fits = table.filter(([from, to, low, high, text]) => {
    if (taken.has(text)) return false
    const years = [from, to].map((year) => year * 10000 + 601)
    const alive = person.died === undefined || person.died > (years[1] as number)
    return alive && ageAt(person.born, years[0] as number) >= low && ageAt(person.born, years[1] as number) <= high
  })
  if (fits.length === 0) return undefined
  const [, , , , text] = random.pick(fits)
  taken.add(text)
  return text
}

const pronoun = (person: Person): string => ({ male: 'He', female: 'She', other: 'They' })[person.sex]
const possessive = (person: Person): string => ({ male: 'his', female: 'her', other: 'their' })[person.sex]
const numberWord = (count: number): string =>
  ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][count] ?? String(count)

function opening(person: Person, random: Random): string {
  const name = fullName(person)
  const maiden = person.maiden === '' ? '' : ` (née ${person.maiden})`
  const parents =
    person.father !== undefined && person.mother !== undefined
      ? random.pick([
          `, ${person.sex === 'female' ? 'daughter' : 'son'} of ${shortName(person.father)} and ${shortName(person.mother)},`,
          `, ${numberWord(person.father.children.length)} of whose family grew up in the same house,`,
        ])
      : ''
  if (parents !== '')
    return `${name}${maiden}${parents} was born ${random.pick(['in', 'at Brannock Bay in'])} ${yearOf(person.born)}.`
  if (person.origin !== '')
    return `${name}${maiden} came to the bay from ${person.origin}${person.trade === '' ? '' : `, a ${person.trade} by trade`}.`
  return `${name}${maiden} was born in ${yearOf(person.born)}.`
}

function marriageText(person: Person): string {
  const [first, second] = person.marriages
  if (first === undefined) return ''
  const count = person.children.length
  const children =
    count === 0 ? '' : ` and had ${numberWord(count)} ${count === 1 ? 'child' : 'children'} whose names we know`
  const again =
    second === undefined
      ? ''
      : ` After ${shortName(first.spouse)} died ${pronoun(person).toLowerCase()} married ${shortName(second.spouse)} in ${yearOf(second.date)}.`
  return `${pronoun(person)} married ${first.spouse.first} ${first.spouse.maiden || first.spouse.surname} in ${yearOf(first.date)}${children}.${again}`
}

/** The first house or shop that a person came to own, and from whom. */
function property(person: Person, deeds: readonly Ownership[], random: Random): string {
  const at = deeds.findIndex((deed) => deed.person === person && deed.how !== 'patent')
  const [before, deed] = [deeds[at - 1], deeds[at]]
  if (before === undefined || deed === undefined) return ''
  if (before.zone !== deed.zone && !deed.zone.predecessors?.includes(before.zone.pk)) return ''
  const year = yearOf(deed.date)
  return deed.how === 'will'
    ? `${deed.zone.name} came to ${person.sex === 'male' ? 'him' : person.sex === 'female' ? 'her' : 'them'} from ${shortName(before.person)} in ${year}.`
    : `${pronoun(person)} ${random.pick(['bought', 'took the deed of', 'paid for'])} ${deed.zone.name} in ${year}, from ${shortName(before.person)}.`
}

/** Biographies for about two thirds of the people: their own facts, and at most one deed that nobody else has. */
export function writeBiographies(
  random: Random,
  people: readonly Person[],
  jobs: readonly Employment[],
  deeds: readonly Ownership[],
): Map<Person, string> {
  const taken = new Set<string>()
  const texts = new Map<Person, string>()
  for (const person of people) {
    if (person.generation < -1 || (person.generation > 0 && random.chance(0.33))) continue
    const parts = [opening(person, random), marriageText(person)]
    const work = jobs.filter((job) => job.person === person)
    if (work[0] !== undefined)
      parts.push(
        `${pronoun(person)} worked for ${work[0].organization.name} from ${yearOf(work[0].from)}${work.length > 1 ? `, and later for ${work.at(-1)?.organization.name ?? ''}` : ''}.`,
      )
    const story = fittingDeed(person, taken, random)
    if (story !== undefined) parts.push(`${pronoun(person)} ${story}`)
    parts.push(property(person, deeds, random))
    if (person.killedInWar && person.died !== undefined)
      parts.push(
        `Killed on active service, ${spelled(person.died)}, aged ${ageAt(person.born, person.died)}; named on the cenotaph.`,
      )
    else if (person.died !== undefined && person.died >= 19181000 && person.died < 19181130)
      parts.push('Died in the influenza.')
    else if (person.died !== undefined && ageAt(person.born, person.died) > 88)
      parts.push(`Died at ${ageAt(person.born, person.died)}, having outlived ${possessive(person)} doctor.`)
    texts.set(person, parts.filter((part) => part !== '').join(' '))
  }
  return texts
}
