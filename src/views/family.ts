import type { LocationFeature, Resident } from '#contract/location.ts'
import type { Person } from '#contract/person.ts'
import { personAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { lifeSpan } from '#rules/dates/display-dates.ts'
import { personName } from '#rules/names/record-names.ts'
import { byDate } from '#rules/dates/partial-dates.ts'
import { homeOf } from './place-story.ts'
import { portraitSource, smallPicture, type PictureSource, type Picture } from '#rules/media/pictures.ts'

/** A parent of somebody, with what the relationship says of it: "biological", "adoptive", "step-parent since 1900". */
export interface Parentage {
  id: number
  description: string
}

/** Words for somebody who cares for a child without being its parent by birth or adoption. */
const IN_PLACE_OF_A_PARENT = /\b(?:step|foster|god)[- ]?(?:parents?|mother|father|mum|mom|dad)?\b|\bguardian\b/i

/** By birth or adoption; who is named twice is one. */
const parentsIn = (parentage: readonly Parentage[]) =>
  new Set(parentage.filter(({ description }) => !IN_PLACE_OF_A_PARENT.test(description)).map(({ id }) => id))

/** What tells siblings apart: half-siblings share one of two known parents, step-siblings none. Nothing is said where fewer, or more, parents are known. */
export function siblingNote(
  own: readonly Parentage[],
  others: readonly Parentage[],
): '' | 'Half-sibling' | 'Step-sibling' {
  const [one, other] = [parentsIn(own), parentsIn(others)]
  const shared = [...one].filter((id) => other.has(id)).length
  if (one.size !== 2 || other.size !== 2 || shared === 2) return ''
  return shared === 1 ? 'Half-sibling' : 'Step-sibling'
}

/** How somebody is a parent, as the relationships say it; usually empty. */
export const parentNote = (parentage: readonly Parentage[], parent: number): string =>
  [...new Set(parentage.flatMap(({ id, description }) => (id === parent && description ? [description] : [])))].join(
    ', ',
  )

/** A person in a family tree; without a picture, a placeholder is shown. */
export interface PersonCard extends Link {
  years: string
  /** Such as "Half-sibling" or "adoptive"; usually empty. */
  note: string
  /** "31 Mill Street, 1871"; empty if it is not known. */
  home?: string
  picture: Picture | null
}

/** The family tree of spec §2 "Person overview". */
export interface FamilyView {
  self: PersonCard
  parents: PersonCard[]
  siblings: PersonCard[]
  spouses: PersonCard[]
  children: PersonCard[]
}

/** A person's relatives, each once; in any order. */
export interface FamilyRows {
  person: Person
  parents: readonly Person[]
  siblings: readonly Person[]
  spouses: readonly Person[]
  children: readonly Person[]
  /** The known parents of the person, of a sibling, or (this person at least) of a child. */
  parentageOf(id: number): readonly Parentage[]
  residencesOf(id: number): readonly Resident[]
  place(id: number): LocationFeature['properties'] | undefined
}

/** Maximum CSS pixels of a picture in a person card. */
const CARD_BOX = { width: 64, height: 80 }

/** Of somebody who may have a picture the card keeps the room: without one, it shows the unknown person (family-tree.css). */
const cardPicture = (source: PictureSource, image: Person['image']): Picture =>
  image ? smallPicture(source, image, CARD_BOX) : { ...smallPicture(source, {}, CARD_BOX), ...CARD_BOX }

/** `pictures`: where they are (rules/media/pictures.ts). */
export function familyView(
  { person, parents, siblings, spouses, children, parentageOf, residencesOf, place }: FamilyRows,
  pictures: string,
): FamilyView {
  const card = (each: Person, note = ''): PersonCard => ({
    href: personAddress(each.id),
    text: personName(each),
    years: lifeSpan(each),
    note,
    home: homeOf(residencesOf(each.id), place),
    picture: each.image === null ? null : cardPicture(portraitSource(pictures, each.id), each.image),
  })
  const cards = (people: readonly Person[], noteOf = (_id: number) => '') =>
    eldestFirst(people).map((each) => card(each, noteOf(each.id)))
  const own = parentageOf(person.id)
  return {
    self: card(person),
    parents: cards(parents, (id) => parentNote(own, id)),
    siblings: cards(siblings, (id) => siblingNote(own, parentageOf(id))),
    spouses: cards(spouses),
    children: cards(children, (id) => parentNote(parentageOf(id), person.id)),
  }
}

const eldestFirst = (people: readonly Person[]) =>
  byDate(
    [...people].sort((a, b) => a.id - b.id),
    (each) => each.date_of_birth,
  )

/** Page sizes of the pagers in the family tree (also in styles/family-tree.css). */
export const PAGE_SIZES = { siblings: 4, spouses: 2 } as const

/** The index of the first person on the next or previous page; unchanged at either end. */
export function turnPage(from: number, by: -1 | 1, count: number, pageSize: number): number {
  const to = from + by * pageSize
  return to < 0 || to >= count ? from : to
}

/** `5–8 of 11` */
export const rangeLabel = (from: number, count: number, pageSize: number): string => {
  const last = Math.min(count, from + pageSize)
  return last === from + 1 ? `${last} of ${count}` : `${from + 1}–${last} of ${count}`
}
