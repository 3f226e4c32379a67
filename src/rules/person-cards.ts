import type { Person } from '../contract/person.ts'
import { personAddress } from './addresses.ts'
import { lifeSpan } from './life-spans.ts'
import { personName } from './names.ts'
import { portraitCall, smallPicture, type Picture } from './pictures.ts'

/** A person in a family tree; `picture` null shows the drawn unknown person. */
export interface PersonCard {
  href: string
  text: string
  years: string
  /** What is said of the relation beside the name, such as "Half-sibling"; empty where its row says it all. */
  note: string
  picture: Picture | null
}

/** A family as spec §2 "Person overview" draws it. */
export interface Family {
  self: PersonCard
  parents: PersonCard[]
  siblings: PersonCard[]
  spouses: PersonCard[]
  children: PersonCard[]
}

/** CSS pixels that a picture in a person card may take. */
const CARD_BOX = { width: 64, height: 80 }

export const personCard = (person: Person, apiBase: string, note = ''): PersonCard => ({
  href: personAddress(person.id),
  text: personName(person),
  years: lifeSpan(person.date_of_birth, person.date_of_death),
  note,
  picture: person.image ? smallPicture(portraitCall(apiBase, person.id), person.image, CARD_BOX) : null,
})

/** True where two people who each have two known parents share one of them. Of whom less is known nothing is said. */
export function areHalfSiblings(parents: readonly number[], others: readonly number[]): boolean {
  const [one, other] = [new Set(parents), new Set(others)]
  return one.size === 2 && other.size === 2 && [...one].filter((id) => other.has(id)).length === 1
}
