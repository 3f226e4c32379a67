import previous from 'lucide-static/icons/chevron-left.svg?raw'
import next from 'lucide-static/icons/chevron-right.svg?raw'
import fullScreen from 'lucide-static/icons/maximize.svg?raw'
import window from 'lucide-static/icons/minimize.svg?raw'
import whole from 'lucide-static/icons/shrink.svg?raw'
import turn from 'lucide-static/icons/rotate-cw.svg?raw'
import close from 'lucide-static/icons/x.svg?raw'
import zoomIn from 'lucide-static/icons/zoom-in.svg?raw'
import zoomOut from 'lucide-static/icons/zoom-out.svg?raw'

const DRAWINGS = { close, fullScreen, next, previous, turn, whole, window, zoomIn, zoomOut }
export type IconName = keyof typeof DRAWINGS

/** A Lucide icon (ISC). Decorative: its button has a label. */
export function icon(name: IconName): SVGElement {
  const svg = new DOMParser().parseFromString(DRAWINGS[name], 'text/html').querySelector('svg')!
  svg.setAttribute('class', 'icon')
  svg.setAttribute('stroke-width', '1.6')
  svg.setAttribute('aria-hidden', 'true')
  return svg
}
