import { STEP_KEYS } from '#contract/limits.ts'
import { stepOfKey } from '#rules/wizard/sections.ts'
import type { Section } from '#stores/add-item/add-item-stores.ts'
import type { AddItemStores } from '#stores/add-item/create-add-item-stores.ts'
import { listen } from '#stores/shared/listen.ts'

/** Controls that use the arrow keys themselves. */
const USES_ARROWS =
  'input, textarea, select, [contenteditable], dialog, [data-arrow-keys], ' +
  ['application', 'grid', 'listbox', 'menu', 'radiogroup', 'slider', 'tablist', 'tree']
    .map((role) => `[role=${role}]`)
    .join(', ')
/** Share of the window's height above which a section counts as the one that is read. */
const READING_LINE = 0.4

const drawnSections = () => [...document.querySelectorAll<HTMLElement>('[data-section]')]

/** Scrolls to a section and moves the focus to its heading. */
function reveal(section: Section): void {
  const element = drawnSections().find(({ dataset }) => dataset['section'] === section)
  element?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  scrollTo(element)
}
/** Makes a section the current one, and shows it also when scrolling has made it that already. */
export function goTo(stores: Pick<AddItemStores, 'goTo'>, section: Section): void {
  stores.goTo(section)
  reveal(section)
}
function scrollTo(element: HTMLElement | null | undefined) {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block: 'start', behavior: isCalm ? 'instant' : 'smooth' })
}

/** Moves the focus to the first field with an error. */
export function revealError(): void {
  const field = document.querySelector<HTMLElement>('[data-section] [aria-invalid=true]')
  field?.focus({ preventScroll: true })
  scrollTo(field?.closest<HTMLElement>('.field, .tag-field') ?? field)
}

/**
 * Keeps the page and the current section together (spec §2): a new current section is scrolled to, scrolling changes it, and arrow keys step from one to the
 * next. Returns its clean-up.
 */
export function startMoves(stores: AddItemStores): () => void {
  /** The page is scrolling to a section, not the user. */
  let isMoving = false
  let isFollowing = false

  function onSection(section: Section) {
    if (isFollowing) return
    isMoving = true
    // A section that has just been added is not drawn yet.
    requestAnimationFrame(() => reveal(section))
  }
  function onScroll() {
    if (isMoving) return
    const read = drawnSections().findLast((each) => each.getBoundingClientRect().top < innerHeight * READING_LINE)
    if (!read) return
    isFollowing = true
    stores.goTo(read.dataset['section'] as Section)
    isFollowing = false
  }
  const onInput = () => {
    isMoving = false
  }
  function onKey(event: KeyboardEvent) {
    const { keyCode, target, defaultPrevented } = event
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    if (!(STEP_KEYS as readonly number[]).includes(keyCode) || !isPlain || defaultPrevented) return
    if (target instanceof Element && target.closest(USES_ARROWS)) return
    if (document.querySelector('dialog[open]')) return
    const by = stepOfKey(keyCode)
    if (by === 0) return
    event.preventDefault()
    stores.step(by)
  }
  const unbind = [
    stores.$section.listen(onSection),
    listen(window, ['wheel', 'touchmove', 'pointerdown', 'keydown'], onInput, { passive: true, capture: true }),
    listen(window, 'scroll', onScroll, { passive: true }),
    listen(document, 'keydown', onKey),
  ]
  return () => unbind.forEach((off) => off())
}
