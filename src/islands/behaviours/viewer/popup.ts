import { latestOnly } from '#stores/shared/latest-only.ts'
import type { DeepZoom } from './deep-zoom.ts'
import { fetchDeepZoom } from './engine.ts'
import { commandOf, type Command } from './keys.ts'
import { wrapNumber, type PagePicture } from './page-pictures.ts'
import { drawFailure, drawPopup, markFullScreen } from './popup-view.ts'
import { plainSource, tileSource } from './sources.ts'
import { isNear, isNearest, scaleText } from './zoom.ts'

interface PopupOptions {
  pictures: readonly PagePicture[]
  /** The record's title. */
  heading: string
  /** Gets the focus back on close. */
  opener: HTMLElement
  onShow(number: number): void
  /** Leads to a picture that is not among these; false if there is no way. */
  onLeave(number: number): boolean
  onClose(): void
}

/** Opens the popup of spec §2 "Image popup": a modal `<dialog>` over the whole window. */
export function openPopup({ pictures, heading, opener, onShow, onLeave, onClose }: PopupOptions) {
  const of = Number(opener.closest<HTMLElement>('[data-of]')?.dataset.of) || pictures.length
  const several = of > 1
  const view = drawPopup(heading, several)
  const { dialog, still } = view
  const requests = latestOnly()
  let deep: DeepZoom | undefined
  let scale = 1
  let picture = pictures[0]!

  function onScale(now: number): void {
    scale = now
    view.scale.textContent = scaleText(now)
    view.zoomIn.setAttribute('aria-disabled', String(isNearest(now)))
    for (const each of [view.zoomOut, view.whole]) each.setAttribute('aria-disabled', String(!isNear(now)))
  }

  /** A picture that did not load cannot be zoomed or turned. */
  function setState(state: 'loading' | 'shown' | 'failed'): void {
    dialog.dataset.state = state
    view.turn.setAttribute('aria-disabled', String(state === 'failed'))
    if (state === 'failed') view.zoomIn.setAttribute('aria-disabled', 'true')
  }

  /** Loaded with the first picture; a failure is retried with the next one. */
  async function engine(signal: AbortSignal): Promise<DeepZoom> {
    const createDeepZoom = await fetchDeepZoom()
    signal.throwIfAborted()
    return (deep ??= createDeepZoom(view.deep, {
      still: matchMedia('(prefers-reduced-motion: reduce)').matches,
      onScale,
      onSwipe: (by) => step(by),
    }))
  }

  async function loadPicture({ full }: PagePicture, signal: AbortSignal): Promise<void> {
    const [zoom, tiles] = await Promise.all([engine(signal), tileSource(full, signal)])
    signal.throwIfAborted()
    if (!tiles) return zoom.open(plainSource(full), signal)
    try {
      await zoom.open(tiles, signal)
      void zoom.light(full, signal)
    } catch {
      signal.throwIfAborted()
      await zoom.open(plainSource(full), signal)
    }
  }

  async function load(): Promise<void> {
    const { signal, isCurrent } = requests.next()
    deep?.clear()
    onScale(1)
    still.src = picture.shown
    still.alt = picture.alt
    setState('loading')
    view.note.textContent = 'Loading...'
    try {
      await loadPicture(picture, signal)
      if (!isCurrent()) return
      setState('shown')
      view.note.textContent = ''
    } catch {
      if (!isCurrent()) return
      deep?.clear()
      setState('failed')
      view.note.replaceChildren(...drawFailure(picture.full, retry))
    }
  }

  /** The retry button disappears with the message: keep the focus in the dialog. */
  function retry(): void {
    dialog.focus()
    void load()
  }

  function show(number: number): void {
    picture = pictures.find((each) => each.number === number) ?? picture
    view.count.textContent = several ? `Picture ${picture.number} of ${of}` : ''
    onShow(picture.number)
    void load()
  }
  function step(by: -1 | 1): void {
    const number = wrapNumber(picture.number, by, of)
    if (pictures.some((each) => each.number === number) || !onLeave(number)) show(number)
  }

  function act(command: Command): void {
    if (command === 'previous') step(-1)
    else if (command === 'next') step(1)
    else if (command === 'full-screen') void toggleFullScreen()
    else deep?.act(command)
  }
  /** Requests it for the frame, because a dialog cannot go full screen (Fullscreen standard). A refusal changes nothing. */
  const toggleFullScreen = () =>
    (document.fullscreenElement ? document.exitFullscreen() : view.frame.requestFullscreen()).catch(() => {})
  const onFullScreen = () => markFullScreen(view.fullScreen, document.fullscreenElement === view.frame)

  function end(): void {
    requests.end()
    deep?.destroy()
    document.removeEventListener('fullscreenchange', onFullScreen)
    if (document.fullscreenElement) void document.exitFullscreen()
    dialog.remove()
    opener.focus({ preventScroll: true })
    onClose()
  }

  // Without alt text the browser shows no broken-image icon: the note explains the failure.
  still.addEventListener('error', () => (still.alt = ''))
  for (const [button, command] of view.commands) button.addEventListener('click', () => act(command))
  view.close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', end)
  dialog.addEventListener('keydown', (event) => {
    // The page behind must not handle these keys.
    event.stopPropagation()
    const leaves = event.key === 'Escape' && document.fullscreenElement !== null
    const command = leaves ? 'full-screen' : commandOf(event, { near: isNear(scale), several })
    if (!command && event.key !== 'Escape') return
    event.preventDefault()
    if (command) act(command)
    // Only this one: see ModalDialog.
    else dialog.close()
  })
  document.addEventListener('fullscreenchange', onFullScreen)
  document.body.append(dialog)
  dialog.showModal()
  dialog.focus({ preventScroll: true })
  return { show, close: () => dialog.close() }
}
