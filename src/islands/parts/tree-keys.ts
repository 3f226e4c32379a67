import { showPerson } from './people-viewer.ts'
import { walk, type TreePlace, type TreeRow } from './tree-walk.ts'

const ROWS: readonly TreeRow[] = ['parents', 'siblings', 'self', 'spouses', 'children']
/** Where the cards of each row are: rows of a younger generation lie within those of the elder. */
const CARDS: Record<TreeRow, string> = {
  parents: '.parents > .people > .person',
  siblings: '.siblings .person',
  self: '.self > .person',
  spouses: '.spouses .person',
  children: '.children .person',
}

/** Lets the arrow keys go from card to card of a family tree, besides the Tab key. */
export function makeTreeWalk(tree: HTMLElement): void {
  if (tree.classList.contains('live')) return
  tree.classList.add('live')
  const cards = (row: TreeRow) => [...tree.querySelectorAll<HTMLElement>(CARDS[row])]
  const nameOf = (card: HTMLElement) => card.querySelector<HTMLElement>('.person-name')!
  // The page's own person is no link, but a place to walk through.
  for (const card of cards('self')) nameOf(card).tabIndex = -1

  const placeOf = (element: Element): TreePlace | undefined => {
    const card = element.closest('.person')
    const row = card ? ROWS.find((each) => card.matches(CARDS[each])) : undefined
    return row && { row, at: cards(row).indexOf(card as HTMLElement) }
  }
  const seen = (row: TreeRow): [number, number] => {
    const shown = cards(row).map((card) => card.offsetParent !== null)
    return [Math.max(0, shown.indexOf(true)), Math.max(0, shown.lastIndexOf(true))]
  }

  tree.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const from = placeOf(event.target as Element)
    if (!from) return
    const count = Object.fromEntries(ROWS.map((row) => [row, cards(row).length])) as Record<TreeRow, number>
    const to = walk(event.key, from, { count, seen: { siblings: seen('siblings'), spouses: seen('spouses') } })
    if (!to) return
    event.preventDefault()
    const card = cards(to.row)[to.at]!
    showPerson(card)
    nameOf(card).focus()
  })
}
