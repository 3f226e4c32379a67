/**
 * Hands the focus on from what is about to go, if it lies there: whoever closes something with the keyboard goes on where they were, and does not begin
 * at the top of the page again.
 */
export function passFocus(from: Element | null, to: HTMLElement | null | undefined): void {
  if (from?.contains(document.activeElement)) to?.focus({ preventScroll: true })
}

export const theMap = () => document.querySelector<HTMLElement>('.map-engine')
/** The line of the section that an element lies in, which is always there. */
export const sectionLine = (element: Element) => element.closest('.side-section')?.querySelector<HTMLElement>('summary')
