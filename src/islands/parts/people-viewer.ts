/** How many people a viewer of the family tree shows at once: siblings, spouses. More are turned through (styles/family-tree.css says it too). */
export const SHOWN_AT_ONCE = { siblings: 4, spouses: 2 } as const

/** Where a turn leads: the place of the first person shown, from 0. There are `count` people, `most` of them shown at once. */
export function turned(from: number, by: -1 | 1, count: number, most: number): number {
  const to = from + by * most
  return to < 0 || to >= count ? from : to
}

/** The words beside the buttons. */
export const shownWords = (from: number, count: number, most: number): string => {
  const last = Math.min(count, from + most)
  return last === from + 1 ? `${last} of ${count}` : `${from + 1}–${last} of ${count}`
}

const peopleOf = (viewer: Element) => [...viewer.querySelectorAll<HTMLElement>('.person')]
const mostOf = (viewer: HTMLElement) => Number(viewer.dataset.most)

/** Where the viewer stands now. */
const firstShown = (viewer: Element) =>
  Math.max(
    0,
    peopleOf(viewer).findIndex((person) => person.offsetParent !== null),
  )

/** A button of a viewer was used: `data-by` is -1 or 1. */
export function turnPeople(button: HTMLElement): void {
  const viewer = button.closest<HTMLElement>('.people-viewer')!
  const by = button.dataset.by === '-1' ? -1 : 1
  showFrom(viewer, turned(firstShown(viewer), by, peopleOf(viewer).length, mostOf(viewer)))
}

/** Turns a viewer so that this person is seen. */
export function showPerson(person: HTMLElement): void {
  const viewer = person.closest<HTMLElement>('.people-viewer')
  if (!viewer || person.offsetParent !== null) return
  const at = peopleOf(viewer).indexOf(person)
  showFrom(viewer, at - (at % mostOf(viewer)))
}

function showFrom(viewer: HTMLElement, from: number): void {
  const [people, most] = [peopleOf(viewer), mostOf(viewer)]
  viewer.classList.add('live')
  people.forEach((person, at) => (person.hidden = at < from || at >= from + most))
  viewer.querySelector('[role=status]')!.textContent = shownWords(from, people.length, most)
  for (const button of viewer.querySelectorAll<HTMLElement>('button')) {
    const off = turned(from, button.dataset.by === '-1' ? -1 : 1, people.length, most) === from
    button.classList.toggle('off', off)
    button.setAttribute('aria-disabled', String(off))
  }
}
