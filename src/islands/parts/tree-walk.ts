/** The rows of a family tree; siblings, the person and spouses stand side by side. */
export type TreeRow = 'parents' | 'siblings' | 'self' | 'spouses' | 'children'
export interface TreePlace {
  row: TreeRow
  at: number
}
/** How many people each row has, and which of those in a viewer are seen: the first and the last. */
export interface TreeShape {
  count: Readonly<Record<TreeRow, number>>
  seen: Readonly<Record<'siblings' | 'spouses', readonly [first: number, last: number]>>
}

const MIDDLE: readonly TreeRow[] = ['siblings', 'self', 'spouses']

/**
 * Where an arrow key leads in a family tree: up to the parents, down to the children, left and right to whoever stands beside. Only to people's own
 * parents and children: from a sibling no child of the person is reached, from a spouse no parent. Undefined: nowhere, or the key is not for the tree.
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
    // Into a viewer by the person who is seen next to the door.
    if (next === 'siblings') return enter(next, seen.siblings[1])
    return enter(next, next === 'spouses' ? seen.spouses[0] : 0)
  }
}
