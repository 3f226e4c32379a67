import { SECTIONS } from '#stores/map/map-stores.ts'
import { OPEN_AT_FIRST } from '#stores/map/sections.ts'

const WRITTEN = /^(?:search|text)$/
const all = <Name extends keyof HTMLElementTagNameMap>(roots: readonly Element[], name: Name) =>
  roots.flatMap((root) => [...root.querySelectorAll(name)])

/**
 * Holds on to what a visitor does in the side bar while it is still that of the static page: on a slow line that is seconds before its script comes. What
 * comes back does the same in the live one, which has the same parts in the same order.
 */
export function holdEarlyInput(side: HTMLElement): () => void {
  // Elements that are taken off the page keep their state.
  const still = [...side.children]
  let focused = side.contains(document.activeElement) ? document.activeElement : null
  const follow = ({ target }: FocusEvent) => (focused = target as Element)
  side.addEventListener('focusin', follow)

  return () => {
    side.removeEventListener('focusin', follow)
    for (const section of SECTIONS) {
      const [early, live] = [still, [side]].map((roots) =>
        all(roots, 'details').find(({ id }) => id === `map-${section}`),
      )
      if (early && live && early.open !== OPEN_AT_FIRST[section]) live.open = early.open
    }
    const [before, now] = [all(still, 'input'), all([side], 'input')]
    for (const [at, early] of before.entries()) if (now[at]?.type === early.type) repeat(early, now[at])
    if (focused === null || document.activeElement !== document.body) return
    const name = focused.tagName.toLowerCase() as 'input'
    const again = all([side], name)[all(still, name).indexOf(focused as HTMLInputElement)]
    again?.focus({ preventScroll: true })
  }
}

function repeat(early: HTMLInputElement, live: HTMLInputElement): void {
  if (/^(?:checkbox|radio)$/.test(early.type)) {
    if (early.checked && !early.defaultChecked && !live.checked) live.click()
  } else if (WRITTEN.test(early.type) && early.value !== early.defaultValue) {
    // As the browser writes: React hears of it by the event.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(live, early.value)
    live.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
