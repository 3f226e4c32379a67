/** The rows of a family tree. Siblings, the person and spouses are side by side. */
export type TreeRow = 'parents' | 'siblings' | 'self' | 'spouses' | 'children'
export interface TreePlace {
  row: TreeRow
  at: number
}
/** The number of people in each row, and the first and last visible one in each viewer. */
export interface TreeShape {
  count: Readonly<Record<TreeRow, number>>
  seen: Readonly<Record<'siblings' | 'spouses', readonly [first: number, last: number]>>
}

const MIDDLE: readonly TreeRow[] = ['siblings', 'self', 'spouses']

/**
 * Where an arrow key goes in a family tree: up to parents, down to children, left and right to neighbours. Only to a person's own relatives: a sibling
 * does not lead to the person's children, nor a spouse to the parents. Undefined for other keys and at the edges.
 */
export function walk(key: string, { row, at }: TreePlace, { count, seen }: TreeShape): TreePlace | undefined {
  const enter = (to: TreeRow, place = 0): TreePlace | undefined => (count[to] > 0 ? { row: to, at: place } : undefined)
  switch (key) {
    case 'ArrowUp':
      return row === 'children' ? enter('self') : row === 'siblings' || row === 'self' ? enter('parents') : undefined
    case 'ArrowDown':
      return row === 'parents' ? enter('self') : row === 'self' || row === 'spouses' ? enter('children') : undefined
    case 'ArrowLeft':
    case 'ArrowRight':
      return beside(key === 'ArrowLeft' ? -1 : 1)
  }
  return undefined

  function beside(by: -1 | 1): TreePlace | undefined {
    const to = at + by
    if (to >= 0 && to < count[row]) return { row, at: to }
    const next = MIDDLE[MIDDLE.indexOf(row) + by]
    if (!MIDDLE.includes(row) || next === undefined) return undefined
    // Enter a viewer at its nearest visible person.
    if (next === 'siblings') return enter(next, seen.siblings[1])
    return enter(next, next === 'spouses' ? seen.spouses[0] : 0)
  }
}
