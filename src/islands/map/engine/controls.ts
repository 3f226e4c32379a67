import { Control, DomEvent, type Map as LeafletMap } from 'leaflet'
import { element } from '#islands/search/elements.ts'
import type { BaseMap } from './layer-plan.ts'

function button(label: string, sign: string, press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', 'aria-label': label, title: label }, sign)
  made.addEventListener('click', press)
  return made
}

/** Zoom in and out. At the limit a button is `aria-disabled` instead of `disabled`, so that it keeps the focus. */
function zoomButtons(map: LeafletMap, zoom: (by: 1 | -1) => void): Control {
  const control = new Control({ position: 'topright' })
  control.onAdd = () => {
    const [nearer, farther] = [button('Zoom in', '+', () => zoom(1)), button('Zoom out', '−', () => zoom(-1))]
    const group = element(
      'div',
      { class: 'map-buttons map-zoom', role: 'group', 'aria-label': 'Zoom' },
      nearer,
      farther,
    )
    const update = () => {
      nearer.setAttribute('aria-disabled', String(map.getZoom() >= map.getMaxZoom()))
      farther.setAttribute('aria-disabled', String(map.getZoom() <= map.getMinZoom()))
    }
    update()
    map.on('zoomend', update)
    DomEvent.disableClickPropagation(group)
    DomEvent.disableScrollPropagation(group)
    return group
  }
  return control
}

export function addControls(map: LeafletMap, zoom: (by: 1 | -1) => void) {
  const credits = element('div', { class: 'map-credit' })
  const creditControl = new Control({ position: 'bottomright' })
  creditControl.onAdd = () => credits
  DomEvent.disableClickPropagation(credits)
  zoomButtons(map, zoom).addTo(map)
  new Control.Scale({ position: 'bottomleft', imperial: false, maxWidth: 120 }).addTo(map)
  creditControl.addTo(map)
  return {
    /** Attribution of the base maps. Only http(s) addresses become links. */
    credit(all: readonly BaseMap['credit'][]) {
      const filled = new Map(all.filter(({ text }) => text).map((credit) => [credit.text, credit.href]))
      credits.hidden = filled.size === 0
      credits.replaceChildren(
        ...[...filled].flatMap(([text, href], at) => [
          at > 0 ? ' · ' : '',
          /^https?:\/\//.test(href) ? element('a', { href }, text) : text,
        ]),
      )
    },
  }
}
