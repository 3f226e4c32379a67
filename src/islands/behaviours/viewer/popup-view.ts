import previous from 'lucide-static/icons/chevron-left.svg?raw'
import next from 'lucide-static/icons/chevron-right.svg?raw'
import fullScreen from 'lucide-static/icons/maximize.svg?raw'
import window from 'lucide-static/icons/minimize.svg?raw'
import whole from 'lucide-static/icons/shrink.svg?raw'
import turn from 'lucide-static/icons/rotate-cw.svg?raw'
import close from 'lucide-static/icons/x.svg?raw'
import zoomIn from 'lucide-static/icons/zoom-in.svg?raw'
import zoomOut from 'lucide-static/icons/zoom-out.svg?raw'
import { element } from '#islands/search/elements.ts'
import type { Command } from './keys.ts'

const DRAWINGS = { close, fullScreen, next, previous, turn, whole, window, zoomIn, zoomOut }
type IconName = keyof typeof DRAWINGS

/** A Lucide icon (ISC). Decorative: its button has a label. */
function icon(name: IconName): SVGElement {
  const svg = new DOMParser().parseFromString(DRAWINGS[name], 'text/html').querySelector('svg')!
  svg.setAttribute('class', 'icon')
  svg.setAttribute('stroke-width', '1.6')
  svg.setAttribute('aria-hidden', 'true')
  return svg
}

function button(name: string, drawing: IconName, className: string): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className, 'aria-label': name, title: name })
  made.append(icon(drawing))
  return made
}

/** The elements of the popup: title and close button, the picture, and the tools. */
export function drawPopup(heading: string, several: boolean) {
  const count = element('p', { role: 'status', class: 'viewer-count', id: 'viewer-count' })
  const title = element('h2', { id: 'viewer-title' }, heading)
  const fullScreen = button('Full screen', 'fullScreen', 'viewer-tool')
  const close = button('Close', 'close', 'viewer-tool')
  const previous = button('Previous picture', 'previous', 'viewer-arrow previous')
  const next = button('Next picture', 'next', 'viewer-arrow next')
  const zoomOut = button('Zoom out', 'zoomOut', 'viewer-tool')
  const zoomIn = button('Zoom in', 'zoomIn', 'viewer-tool')
  const whole = button('Whole picture', 'whole', 'viewer-tool')
  const turn = button('Turn', 'turn', 'viewer-tool')
  const scale = element('span', { class: 'viewer-scale' })
  const still = element('img', { class: 'viewer-still', alt: '' })
  const deep = element('div', { class: 'viewer-deep' })
  const note = element('div', { class: 'viewer-note', role: 'status' })
  const stage = element('div', { class: 'viewer-stage' }, still, deep, ...(several ? [previous, next] : []), note)
  const frame = element(
    'div',
    { class: 'viewer-frame' },
    element(
      'div',
      { class: 'viewer-bar' },
      element('div', { class: 'viewer-words' }, count, title),
      ...(document.fullscreenEnabled ? [fullScreen] : []),
      close,
    ),
    stage,
    element(
      'div',
      { class: 'viewer-bar tools', role: 'group', 'aria-label': 'Zoom' },
      zoomOut,
      scale,
      zoomIn,
      whole,
      turn,
    ),
  )
  const dialog = element(
    'dialog',
    { class: 'viewer', 'aria-labelledby': 'viewer-count viewer-title', tabindex: '-1' },
    frame,
  )
  const commands: [HTMLButtonElement, Command][] = [
    [previous, 'previous'],
    [next, 'next'],
    [zoomOut, 'zoom-out'],
    [zoomIn, 'zoom-in'],
    [whole, 'whole'],
    [turn, 'turn'],
    [fullScreen, 'full-screen'],
  ]
  return { dialog, frame, count, still, deep, note, scale, zoomIn, zoomOut, whole, turn, fullScreen, close, commands }
}

/** The message for a picture that did not load. */
export function drawFailure(full: string, again: () => void): HTMLElement[] {
  const retry = element('button', { type: 'button', class: 'viewer-again' }, 'Try again')
  retry.addEventListener('click', again)
  return [
    element('p', {}, "This picture didn't load. Your connection may be interrupted."),
    element('p', {}, retry, element('a', { href: full }, 'Open the plain picture')),
  ]
}

export function markFullScreen(toggle: HTMLButtonElement, on: boolean): void {
  const name = on ? 'Leave full screen' : 'Full screen'
  toggle.setAttribute('aria-label', name)
  toggle.title = name
  toggle.replaceChildren(icon(on ? 'window' : 'fullScreen'))
}
