import grid from 'lucide-static/icons/layout-grid.svg?raw'
import list from 'lucide-static/icons/layout-list.svg?raw'
import map from 'lucide-static/icons/map.svg?raw'
import minus from 'lucide-static/icons/minus.svg?raw'
import plus from 'lucide-static/icons/plus.svg?raw'
import filters from 'lucide-static/icons/sliders-horizontal.svg?raw'
import { Drawing, paths } from '#components/Icon.tsx'

/** Icons that only the collection page uses. */
const DRAWINGS = {
  filters: paths(filters),
  grid: paths(grid),
  list: paths(list),
  map: paths(map),
  minus: paths(minus),
  plus: paths(plus),
}

export const CollectionIcon = ({ name }: { name: keyof typeof DRAWINGS }) => <Drawing lines={DRAWINGS[name]} />
