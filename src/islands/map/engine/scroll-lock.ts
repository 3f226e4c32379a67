/** The part of an element that the rule needs, for tests without a DOM. */
export interface Scrollable {
  tagName: string
  isContentEditable?: boolean
  parentElement: Scrollable | null
  scrollTop: number
  scrollHeight: number
  clientHeight: number
  getAttribute(name: string): string | null
}
export interface LockedDocument extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  defaultView:
    | (Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
        getComputedStyle(element: Element): { overflowY: string }
      })
    | null
}

const KEYS = new Set([' ', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'])
const WRITTEN_IN = new Set(['INPUT', 'TEXTAREA', 'SELECT'])
/** Widgets (ARIA 1.2 §5.3.2) use arrow keys and more. */
const WIDGETS =
  /^(application|combobox|grid|gridcell|listbox|menu|menubar|menuitem|menuitemcheckbox|menuitemradio|option|radio|radiogroup|scrollbar|searchbox|slider|spinbutton|tab|tablist|textbox|tree|treeitem)$/
/** Elements that react to the space bar. */
const PRESSED = new Set(['BUTTON', 'SUMMARY', 'A'])

/** An element and its ancestors below the body. */
function* upwards(element: Scrollable | null): Generator<Scrollable> {
  for (let at = element; at && at.tagName !== 'BODY' && at.tagName !== 'HTML'; at = at.parentElement) yield at
}

const hasRoom = ({ scrollTop, scrollHeight, clientHeight }: Scrollable, down: number): boolean =>
  down < 0 ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1

/** True when the wheel scrolls something inside the page. `scrolls`: whether an element has its own scroll bar. */
export function wheelIsFree(
  target: Scrollable | null,
  down: number,
  scrolls: (element: Scrollable) => boolean,
): boolean {
  return [...upwards(target)].some((element) => scrolls(element) && hasRoom(element, down))
}

/** True when a key is for a field, a control, or a scrollable panel. */
export function keyIsFree(key: string, target: Scrollable | null, scrolls: (element: Scrollable) => boolean): boolean {
  if (!KEYS.has(key) || target === null) return true
  if (WRITTEN_IN.has(target.tagName) || target.isContentEditable) return true
  if (WIDGETS.test(target.getAttribute('role') ?? '')) return true
  if (key === ' ' && PRESSED.has(target.tagName)) return true
  return [...upwards(target)].some((element) => scrolls(element) && element.scrollHeight > element.clientHeight)
}

/**
 * Spec §2 "Scroll lock": keys and the wheel do not scroll the map page, except in scrollable panels, fields and widgets. Browser zoom still works.
 * Returns a function that releases the lock; a page in the back/forward cache is released and locked again when it returns.
 */
export function lockScrolling(page: LockedDocument): () => void {
  const view = page.defaultView
  if (!view) return () => {}
  const scrolls = (element: Scrollable) => /auto|scroll/.test(view.getComputedStyle(element as Element).overflowY)
  const elementOf = (event: Event) => {
    const target = event.target as Scrollable | null
    return target && 'tagName' in target ? target : null
  }
  const wheel = (event: Event) => {
    const { deltaY, ctrlKey, metaKey } = event as WheelEvent
    if (ctrlKey || metaKey || wheelIsFree(elementOf(event), deltaY, scrolls)) return
    if (event.cancelable) event.preventDefault()
  }
  const key = (event: Event) => {
    const { key, ctrlKey, metaKey, altKey } = event as KeyboardEvent
    if (ctrlKey || metaKey || altKey || keyIsFree(key, elementOf(event), scrolls)) return
    event.preventDefault()
  }
  const lock = () => {
    page.addEventListener('wheel', wheel, { passive: false })
    page.addEventListener('keydown', key)
  }
  const release = () => {
    page.removeEventListener('wheel', wheel)
    page.removeEventListener('keydown', key)
  }
  lock()
  view.addEventListener('pagehide', release)
  view.addEventListener('pageshow', lock)
  return () => {
    release()
    view.removeEventListener('pagehide', release)
    view.removeEventListener('pageshow', lock)
  }
}
