import { Control, DomEvent } from 'leaflet'
import type { Map as LeafletMap } from 'leaflet'
import type { BaseMap } from './layer-plan.ts'

const WORDS = { zoom: 'Zoom', in: 'Zoom in', out: 'Zoom out' } as const

function button(label: string, sign: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = sign
  made.setAttribute('aria-label', label)
  made.title = label
  made.addEventListener('click', press)
  return made
}

/** Zoom in and out. At the limit a button is `aria-disabled` instead of `disabled`, so that it keeps the focus. */
function zoomButtons(map: LeafletMap, zoom: (by: 1 | -1) => void): Control {
  const control = new Control({ position: 'topright' })
  control.onAdd = () => {
    const group = document.createElement('div')
    group.className = 'map-zoom'
    group.setAttribute('role', 'group')
    group.setAttribute('aria-label', WORDS.zoom)
    const [nearer, farther] = [button(WORDS.in, '+', () => zoom(1)), button(WORDS.out, '−', () => zoom(-1))]
    group.append(nearer, farther)
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
  const credits = document.createElement('div')
  credits.className = 'map-credit'
  const creditControl = new Control({ position: 'bottomright' })
  creditControl.onAdd = () => credits
  DomEvent.disableClickPropagation(credits)
  zoomButtons(map, zoom).addTo(map)
  new Control.Scale({ position: 'bottomleft', imperial: false, maxWidth: 120 }).addTo(map)
  creditControl.addTo(map)
  return {
    /** Attribution of the base map. Only http(s) addresses become links. */
    credit(credit: BaseMap['credit'] | undefined) {
      credits.hidden = !credit?.text
      if (!credit) return
      credits.textContent = credit.text
      if (!/^https?:\/\//.test(credit.href)) return
      const link = document.createElement('a')
      link.href = credit.href
      link.textContent = credit.text
      credits.replaceChildren(link)
    },
  }
}
