import outside from 'lucide-static/icons/arrow-up-right.svg?raw'
import building from 'lucide-static/icons/building-2.svg?raw'
import down from 'lucide-static/icons/chevron-down.svg?raw'
import up from 'lucide-static/icons/chevron-up.svg?raw'
import compare from 'lucide-static/icons/columns-2.svg?raw'
import cross from 'lucide-static/icons/x.svg?raw'
import layers from 'lucide-static/icons/layers.svg?raw'
import history from 'lucide-static/icons/history.svg?raw'
import images from 'lucide-static/icons/images.svg?raw'
import link from 'lucide-static/icons/link-2.svg?raw'
import pin from 'lucide-static/icons/map-pin.svg?raw'
import warning from 'lucide-static/icons/triangle-alert.svg?raw'

/** The shapes of a Lucide icon (ISC), without its `<svg>`. Decorative: each stands beside words, or in a button with a name. */
export const paths = (svg: string): string =>
  svg.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '').replace(/\s*\n\s*/g, '')
const DRAWINGS = {
  building: paths(building),
  compare: paths(compare),
  cross: paths(cross),
  down: paths(down),
  history: paths(history),
  images: paths(images),
  layers: paths(layers),
  link: paths(link),
  outside: paths(outside),
  pin: paths(pin),
  up: paths(up),
  warning: paths(warning),
}
export type IconName = keyof typeof DRAWINGS

/** `lines` comes from `paths`. */
export const Drawing = ({ lines }: { lines: string }) => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: lines }}
  />
)

export const Icon = ({ name }: { name: IconName }) => <Drawing lines={DRAWINGS[name]} />
