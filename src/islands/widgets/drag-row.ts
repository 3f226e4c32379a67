/** Pixels after which a press is a drag and no longer a click. */
const THRESHOLD = 5

/** Every pointer drags by the handle. A mouse also drags by the preview and the rest of the row, where a finger scrolls. */
export function canStartDrag({ isPrimary, button, pointerType, target }: PointerEvent): boolean {
  if (!isPrimary || button !== 0 || !(target instanceof Element)) return false
  if (target.closest('.field')) return false
  const pressed = target.closest('button')
  if (pressed?.matches('.row-handle')) return true
  return pointerType === 'mouse' && (!pressed || pressed.matches('.image-preview'))
}

interface DragOptions {
  /** The gap where the row would land; undefined at the end of the drag. */
  onGap: (gap: number | undefined) => void
  onDrop: (gap: number) => void
}

/** Follows a pointer that was pressed on a row of `list` until it is released. Escape cancels the drag. Near an edge the window scrolls, or the pane of the list. */
export function dragRow(list: HTMLElement, press: PointerEvent, { onGap, onDrop }: DragOptions): void {
  const pane = list.closest('[data-pane]')
  const scroller = pane && pane.scrollHeight > pane.clientHeight ? pane : document.scrollingElement!
  const ended = new AbortController()
  let state: 'pressed' | 'dragging' | 'cancelled' = 'pressed'
  let y = press.clientY
  let gap: number | undefined

  function setGap(next: number | undefined) {
    if (next !== gap) onGap((gap = next))
  }
  const follow = () =>
    setGap(
      gapAt(
        y,
        [...list.children].map((row) => row.getBoundingClientRect()),
      ),
    )
  function scroll() {
    if (state !== 'dragging' || ended.signal.aborted) return
    const top = scrollStep(y, innerHeight)
    if (top !== 0) {
      scroller.scrollBy({ top, behavior: 'instant' })
      follow()
    }
    requestAnimationFrame(scroll)
  }
  function end() {
    ended.abort()
    setGap(undefined)
  }
  function onMove(event: PointerEvent) {
    // It was released where we could not see it, such as over a context menu.
    if (event.buttons === 0) return end()
    y = event.clientY
    if (state === 'pressed' && Math.hypot(event.clientX - press.clientX, y - press.clientY) >= THRESHOLD) {
      state = 'dragging'
      list.setPointerCapture(press.pointerId)
      requestAnimationFrame(scroll)
    }
    if (state === 'dragging') follow()
  }
  function onUp() {
    const landing = gap
    end()
    if (state !== 'pressed') ignoreNextClick()
    if (landing !== undefined) onDrop(landing)
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || state !== 'dragging') return
    event.preventDefault()
    state = 'cancelled'
    setGap(undefined)
  }

  const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', work: (event: PointerEvent) => void) =>
    addEventListener(type, (event) => event.pointerId === press.pointerId && work(event), { signal: ended.signal })
  listen('pointermove', onMove)
  listen('pointerup', onUp)
  listen('pointercancel', end)
  addEventListener('keydown', onKey, { signal: ended.signal, capture: true })
}

/** The click that some browsers send after a drag would press what it ends on, such as the preview that opens the watermark editor. */
function ignoreNextClick() {
  const options = { capture: true, once: true }
  const ignore = (event: Event) => event.stopPropagation()
  addEventListener('click', ignore, options)
  setTimeout(() => removeEventListener('click', ignore, options))
}

interface RowBox {
  top: number
  height: number
}

/** The gap where a row that is dropped at the height `y` lands: 0 is above the first row, their number below the last. */
function gapAt(y: number, rows: readonly RowBox[]): number {
  const below = rows.findIndex(({ top, height }) => y < top + height / 2)
  return below === -1 ? rows.length : below
}

/** The gap that a key moves the row at `at` to; undefined for every other key. At an end it is the row's own. */
export function gapOfKey(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'ArrowDown') return Math.min(at + 2, count)
  if (key === 'Home') return 0
  if (key === 'End') return count
  return undefined
}

const SCROLL_ZONE = 64
const FASTEST_SCROLL = 16
/** Pixels to scroll per frame while a row is held at the height `y` of a window: faster closer to its edges. */
export function scrollStep(y: number, windowHeight: number): number {
  const above = SCROLL_ZONE - y
  const below = y - (windowHeight - SCROLL_ZONE)
  const depth = Math.min(Math.max(above, below, 0) / SCROLL_ZONE, 1)
  return Math.round(depth * FASTEST_SCROLL) * (above > below ? -1 : 1)
}
