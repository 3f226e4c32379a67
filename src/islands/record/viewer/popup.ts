import { createTurns, type Turn } from '#stores/shared/turns.ts'
import type { DeepZoom } from './deep-zoom.ts'
import { fetchDeepZoom } from './engine.ts'
import { commandOf, type Command } from './keys.ts'
import { turned, type PagePicture } from './page-pictures.ts'
import { drawFailure, drawPopup, markFullScreen } from './popup-view.ts'
import { plainSource, tileSource } from './sources.ts'
import { isNear, isNearest, scaleText } from './zoom.ts'

export interface PopupOptions {
  pictures: readonly PagePicture[]
  /** What the pictures are of. */
  heading: string
  /** Has the focus again when it is closed. */
  opener: HTMLElement
  onShow(number: number): void
  onClose(): void
}

/** The popup of spec §2 "Image popup", open: a modal dialog of the browser as islands/widgets/ModalDialog.tsx is one, over the whole window. */
export function openPopup({ pictures, heading, opener, onShow, onClose }: PopupOptions) {
  const several = pictures.length > 1
  const view = drawPopup(heading, several)
  const { dialog, still } = view
  const turns = createTurns()
  let deep: DeepZoom | undefined
  let scale = 1
  let picture = pictures[0]!

  function onScale(now: number): void {
    scale = now
    view.scale.textContent = scaleText(now)
    view.zoomIn.setAttribute('aria-disabled', String(isNearest(now)))
    for (const each of [view.zoomOut, view.whole]) each.setAttribute('aria-disabled', String(!isNear(now)))
  }

  /** A picture that did not come cannot be moved either. */
  function setState(state: 'loading' | 'shown' | 'failed'): void {
    dialog.dataset.state = state
    view.turn.setAttribute('aria-disabled', String(state === 'failed'))
    if (state === 'failed') view.zoomIn.setAttribute('aria-disabled', 'true')
  }

  /** Fetched with the first picture; a failure of the network is tried again with the next one. */
  async function engine(turn: Turn): Promise<DeepZoom> {
    const createDeepZoom = await fetchDeepZoom()
    turn.signal.throwIfAborted()
    return (deep ??= createDeepZoom(view.deep, {
      still: matchMedia('(prefers-reduced-motion: reduce)').matches,
      onScale,
      onSwipe: (by) => step(by),
    }))
  }

  async function bring({ full }: PagePicture, turn: Turn): Promise<void> {
    const [zoom, tiles] = await Promise.all([engine(turn), tileSource(full, turn.signal)])
    turn.signal.throwIfAborted()
    if (!tiles) return zoom.open(plainSource(full), turn.signal)
    try {
      await zoom.open(tiles, turn.signal)
    } catch {
      turn.signal.throwIfAborted()
      await zoom.open(plainSource(full), turn.signal)
    }
  }

  async function load(): Promise<void> {
    const turn = turns.next()
    deep?.clear()
    onScale(1)
    still.src = picture.shown
    still.alt = picture.alt
    setState('loading')
    view.note.textContent = 'Loading...'
    try {
      await bring(picture, turn)
      if (!turn.isCurrent()) return
      setState('shown')
      view.note.textContent = ''
    } catch {
      if (!turn.isCurrent()) return
      deep?.clear()
      setState('failed')
      view.note.replaceChildren(...drawFailure(picture.full, again))
    }
  }

  /** Its button goes with the message: the focus stays in the dialog. */
  function again(): void {
    dialog.focus()
    void load()
  }

  function show(number: number): void {
    picture = pictures.find((each) => each.number === number) ?? picture
    view.count.textContent = several ? `Picture ${picture.number} of ${pictures.length}` : ''
    onShow(picture.number)
    void load()
  }
  const step = (by: -1 | 1) => show(turned(picture.number, by, pictures.length))

  function act(command: Command): void {
    if (command === 'previous') step(-1)
    else if (command === 'next') step(1)
    else if (command === 'full-screen') void toggleFullScreen()
    else deep?.act(command)
  }
  /** The frame, as a dialog itself cannot be shown so (Fullscreen standard). A browser that refuses shows it as before. */
  const toggleFullScreen = () =>
    (document.fullscreenElement ? document.exitFullscreen() : view.frame.requestFullscreen()).catch(() => {})
  const onFullScreen = () => markFullScreen(view.fullScreen, document.fullscreenElement === view.frame)

  function end(): void {
    turns.end()
    deep?.destroy()
    document.removeEventListener('fullscreenchange', onFullScreen)
    if (document.fullscreenElement) void document.exitFullscreen()
    dialog.remove()
    opener.focus({ preventScroll: true })
    onClose()
  }

  // A browser's sign for a picture that did not come says less than the note does.
  still.addEventListener('error', () => (still.alt = ''))
  for (const [button, command] of view.commands) button.addEventListener('click', () => act(command))
  view.close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', end)
  dialog.addEventListener('keydown', (event) => {
    // What it answers to is nothing for the page behind it.
    event.stopPropagation()
    const leaves = event.key === 'Escape' && document.fullscreenElement !== null
    const command = leaves ? 'full-screen' : commandOf(event, { near: isNear(scale), several })
    if (!command) return
    event.preventDefault()
    act(command)
  })
  document.addEventListener('fullscreenchange', onFullScreen)
  document.body.append(dialog)
  dialog.showModal()
  dialog.focus({ preventScroll: true })
  return { show, close: () => dialog.close() }
}
