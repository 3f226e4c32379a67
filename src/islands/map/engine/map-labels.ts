import type { Map as LeafletMap } from 'leaflet'
import { LOT_PICTURE, picturesInView, type LotPicture } from '#rules/map/lot-pictures.ts'
import { streetLabels, type MapStreet } from '#rules/map/map-streets.ts'
import { metresPerPixel } from './fit-view.ts'
import { boxInView } from './leaflet-view.ts'

const SVG = 'http://www.w3.org/2000/svg'

function drawn(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const each in attributes) element.setAttribute(each, String(attributes[each]))
  return element
}

/** The names of the streets and pictures of the richest lots, over the zones. They are placed anew whenever the map rests. */
export function createMapLabels(map: LeafletMap) {
  const svg = drawn('svg', { class: 'map-labels leaflet-zoom-hide' })
  map.getPane('labels')!.append(svg)
  let streets: readonly MapStreet[] = []
  let pictures: readonly LotPicture[] = []
  let isVisible = true

  function draw(): void {
    const zoom = map.getZoom()
    const view = { box: boxInView(map), metresPerPixel: metresPerPixel(zoom), zoom }
    const { x, y } = map.containerPointToLayerPoint([0, 0])
    svg.style.translate = `${x}px ${y}px`
    const shown = isVisible ? picturesInView(pictures, view) : []
    const labels = isVisible ? streetLabels(streets, view) : []
    svg.replaceChildren(
      ...shown.map((each) => {
        const [width, half] = [LOT_PICTURE, LOT_PICTURE / 2]
        const place = { x: each.x - half, y: each.y - half, width, height: width }
        const image = drawn('image', { href: each.src, ...place, preserveAspectRatio: 'xMidYMid slice' })
        const group = drawn('g', {})
        group.append(drawn('circle', { cx: each.x, cy: each.y, r: half + 2 }), image)
        // One that is gone leaves nothing.
        image.onerror = () => group.remove()
        return group
      }),
      ...labels.map((label) => {
        const text = drawn('text', { transform: `translate(${label.x} ${label.y}) rotate(${label.angle})` })
        text.textContent = label.text
        return text
      }),
    )
  }
  map.on('moveend viewreset resize', draw)
  return {
    set(next: { streets: readonly MapStreet[]; pictures: readonly LotPicture[] }) {
      ;({ streets, pictures } = next)
      draw()
    },
    setVisible(next: boolean) {
      if (isVisible === next) return
      isVisible = next
      draw()
    },
  }
}
