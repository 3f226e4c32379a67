import type { Person } from './people.ts'

type Rgb = [number, number, number]
const EUROPEAN: Rgb[] = [
  [227, 189, 156],
  [232, 199, 168],
  [219, 178, 143],
]
/** By surname at birth, for those whose parents are not in the archive. */
const BY_FAMILY: Record<string, Rgb> = {
  Tolliver: [132, 90, 64],
  Freeman: [120, 82, 58],
  Cromwell: [140, 98, 70],
  Giiwedin: [193, 148, 110],
  Wabegonas: [188, 142, 106],
  Keezhik: [196, 152, 116],
  Lee: [218, 178, 138],
}

function colourOf(person: Person): Rgb {
  const own = BY_FAMILY[person.maiden || person.surname] ?? (EUROPEAN[person.id % EUROPEAN.length] as Rgb)
  if (person.father === undefined || person.mother === undefined) return own
  const [father, mother] = [colourOf(person.father), colourOf(person.mother)]
  return father.map((channel, i) => (channel + (mother[i] as number)) / 2) as Rgb
}

/** Skin colour of a person in pictures, #rrggbb: midway between the parents'. */
export function skinOf(person: Person): string {
  return `#${colourOf(person)
    .map((channel) => Math.round(channel).toString(16).padStart(2, '0'))
    .join('')}`
}
