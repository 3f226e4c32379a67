import { rangeLabel, turnPage } from '#views/family.ts'
import { walk, type TreePlace, type TreeRow } from './tree-walk.ts'

/** Spec §2 "siblings viewer" and "spouse viewer" of a family tree (components/record/FamilyTree.tsx): pages through the people. */
class PeopleViewer extends HTMLElement {
  connectedCallback(): void {
    for (const button of this.#buttons) {
      button.removeAttribute('data-live')
      button.addEventListener('click', () => {
        this.#showFrom(turnPage(this.#first, by(button), this.#people.length, this.#most))
      })
    }
  }

  /** Goes to the page with this person. */
  show(person: HTMLElement): void {
    if (person.offsetParent !== null) return
    const at = this.#people.indexOf(person)
    this.#showFrom(at - (at % this.#most))
  }

  get #people(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('.person')]
  }
  get #buttons(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('button')]
  }
  get #most(): number {
    return Number(this.dataset.most)
  }
  /** Index of the first visible person. */
  get #first(): number {
    return Math.max(
      0,
      this.#people.findIndex((person) => person.offsetParent !== null),
    )
  }

  #showFrom(from: number): void {
    const [people, most] = [this.#people, this.#most]
    this.classList.add('live')
    people.forEach((person, at) => (person.hidden = at < from || at >= from + most))
    this.querySelector('[role=status]')!.textContent = rangeLabel(from, people.length, most)
    for (const button of this.#buttons) {
      const off = turnPage(from, by(button), people.length, most) === from
      button.setAttribute('aria-disabled', String(off))
    }
  }
}

const by = (button: HTMLElement) => (button.dataset.by === '-1' ? -1 : 1)

customElements.define('people-viewer', PeopleViewer)

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
