import type { Map as LeafletMap } from 'leaflet'
import { type StreetLabel, streetLabels, type MapStreet } from '#rules/map/map-streets.ts'
import { metresPerPixel } from './fit-view.ts'
import { boxInView } from './leaflet-view.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** Puts names on the map, each by its middle in pixels of the view, until the map moves. */
export function showLabels(map: LeafletMap, svg: SVGSVGElement, labels: readonly StreetLabel[]): void {
  const { x, y } = map.containerPointToLayerPoint([0, 0])
  svg.style.translate = `${x}px ${y}px`
  svg.replaceChildren(
    ...labels.map((label) => {
      const text = document.createElementNS(SVG, 'text')
      text.setAttribute('transform', `translate(${label.x} ${label.y}) rotate(${label.angle})`)
      text.textContent = label.text
      return text
    }),
  )
}

/** The names of the streets over the zones. They are placed anew whenever the map rests. */
export function createStreetLabels(map: LeafletMap) {
  const svg = document.createElementNS(SVG, 'svg')
  svg.classList.add('map-streets', 'leaflet-zoom-hide')
  map.getPane('streets')!.append(svg)
  let streets: readonly MapStreet[] = []
  let isVisible = true

  function draw(): void {
    const labels = isVisible
      ? streetLabels(streets, { box: boxInView(map), metresPerPixel: metresPerPixel(map.getZoom()) })
      : []
    showLabels(map, svg, labels)
  }
  map.on('moveend viewreset resize', draw)
  return {
    set(next: readonly MapStreet[]) {
      streets = next
      draw()
    },
    setVisible(next: boolean) {
      if (isVisible === next) return
      isVisible = next
      draw()
    },
  }
}
