/** Moves the focus to what has none by itself, such as a heading. */
export function focusOn(target: HTMLElement | null): void {
  if (!target) return
  target.tabIndex = -1
  target.focus()
}
