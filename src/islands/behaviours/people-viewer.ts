import { rangeLabel, turnPage } from '#views/family.ts'

/** Spec §2 "siblings viewer" and "spouse viewer" of a family tree (components/record/PersonCards.tsx): pages through the people. */
export class PeopleViewer extends HTMLElement {
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
