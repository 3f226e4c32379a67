/** Moves the focus out of an element that is about to be removed, so that keyboard users do not start over at the top of the page. */
export function moveFocus(from: Element | null, to: HTMLElement | null | undefined): void {
  if (from?.contains(document.activeElement)) to?.focus({ preventScroll: true })
}
