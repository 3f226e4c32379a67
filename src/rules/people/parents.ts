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
