import type { Item } from '#contract/item.ts'
import type { PersonLink } from '#contract/person.ts'

/** Who is in an item, made it, or contributed to it: each once, in that order. */
export function peopleOfItem({
  people,
  creator,
  contributors,
}: Pick<Item, 'people' | 'creator' | 'contributors'>): PersonLink[] {
  const all = [...people, ...(creator ? [creator] : []), ...contributors]
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at)
}

/** Which organizations are in an item or made it: each once. */
export function organizationsOfItem({
  organizations,
  creator_organization: maker,
}: Pick<Item, 'organizations' | 'creator_organization'>): Item['organizations'] {
  return maker && !organizations.some(({ id }) => id === maker.id) ? [...organizations, maker] : organizations
}

/** What somebody has to do with an item that they are not pictured in; empty if they are, or have nothing to do with it. */
export function roleInItem(
  { people, creator, contributors }: Pick<Item, 'people' | 'creator' | 'contributors'>,
  id: number,
): string {
  const isAmong = (list: readonly PersonLink[]) => list.some((person) => person.id === id)
  if (isAmong(people)) return ''
  return creator?.id === id ? 'as creator' : isAmong(contributors) ? 'as contributor' : ''
}
