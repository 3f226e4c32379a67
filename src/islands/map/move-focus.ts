/** Moves the focus out of an element that is about to be removed, so that keyboard users do not start over at the top of the page. */
export function moveFocus(from: Element | null, to: HTMLElement | null | undefined): void {
  if (from?.contains(document.activeElement)) to?.focus({ preventScroll: true })
}

export const theMap = () => document.querySelector<HTMLElement>('.map-engine')
/** The summary of the section around an element, which is always visible. */
export const sectionLine = (element: Element) => element.closest('.side-section')?.querySelector<HTMLElement>('summary')
