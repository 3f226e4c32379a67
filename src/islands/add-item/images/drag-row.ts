import { gapAt, scrollStep } from './sort-order.ts'

/** Pixels after which a press is a drag and no longer a click. */
const THRESHOLD = 5

/** Every pointer drags by the handle. A mouse also drags by the preview and the rest of the row, where a finger scrolls. */
export function canStartDrag({ isPrimary, button, pointerType, target }: PointerEvent): boolean {
  if (!isPrimary || button !== 0 || !(target instanceof Element)) return false
  const pressed = target.closest('button')
  if (pressed?.matches('.image-handle')) return true
  return pointerType === 'mouse' && (!pressed || pressed.matches('.image-preview'))
}

interface DragOptions {
  /** The gap where the row would land; undefined at the end of the drag. */
  onGap: (gap: number | undefined) => void
  onDrop: (gap: number) => void
}

/** Follows a pointer that was pressed on a row of `list` until it is released. Escape cancels the drag. */
export function dragRow(list: HTMLElement, press: PointerEvent, { onGap, onDrop }: DragOptions): void {
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
      scrollBy({ top, behavior: 'instant' })
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

/** The click that some browsers send after a drag would open the watermark editor. */
function ignoreNextClick() {
  const options = { capture: true, once: true }
  const ignore = (event: Event) => event.stopPropagation()
  addEventListener('click', ignore, options)
  setTimeout(() => removeEventListener('click', ignore, options))
}
