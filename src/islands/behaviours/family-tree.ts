import { PeopleViewer } from './people-viewer.ts'
import { walk, type TreePlace, type TreeRow } from './tree-walk.ts'

const ROWS: readonly TreeRow[] = ['parents', 'siblings', 'self', 'spouses', 'children']
/** Selectors of the cards by row: younger generations are nested in older ones. */
const CARDS: Record<TreeRow, string> = {
  parents: '.parents > .people > .person',
  siblings: '.siblings .person',
  self: '.self > .person',
  spouses: '.spouses .person',
  children: '.children .person',
}

/** Arrow keys move between the cards of a family tree (components/record/FamilyTree.tsx), besides the Tab key. */
class FamilyTree extends HTMLElement {
  connectedCallback(): void {
    // The page's own person is not a link, but can take the focus.
    for (const card of this.#cards('self')) nameOf(card).tabIndex = -1
    this.addEventListener('keydown', (event) => this.#walk(event))
  }

  #cards(row: TreeRow): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(CARDS[row])]
  }

  #placeOf(element: Element): TreePlace | undefined {
    const card = element.closest('.person')
    const row = card ? ROWS.find((each) => card.matches(CARDS[each])) : undefined
    return row && { row, at: this.#cards(row).indexOf(card as HTMLElement) }
  }

  #seen(row: TreeRow): [number, number] {
    const shown = this.#cards(row).map((card) => card.offsetParent !== null)
    return [Math.max(0, shown.indexOf(true)), Math.max(0, shown.lastIndexOf(true))]
  }

  #walk(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const from = this.#placeOf(event.target as Element)
    if (!from) return
    const count = Object.fromEntries(ROWS.map((row) => [row, this.#cards(row).length])) as Record<TreeRow, number>
    const seen = { siblings: this.#seen('siblings'), spouses: this.#seen('spouses') }
    const to = walk(event.key, from, { count, seen })
    if (!to) return
    event.preventDefault()
    const card = this.#cards(to.row)[to.at]!
    const viewer = card.closest('people-viewer')
    if (viewer instanceof PeopleViewer) viewer.show(card)
    nameOf(card).focus()
  }
}

const nameOf = (card: HTMLElement) => card.querySelector<HTMLElement>('.person-name')!

customElements.define('family-tree', FamilyTree)
