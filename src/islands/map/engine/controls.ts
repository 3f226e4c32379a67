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

/** Two buttons. At the end of the scale one is told to be off, but keeps the focus of who has just used it. */
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

export interface Controls {
  /** Whose work the base map is. Only links that lead to a web page become links. */
  credit(of: BaseMap['credit'] | undefined): void
}

export function addControls(map: LeafletMap, zoom: (by: 1 | -1) => void): Controls {
  const credits = document.createElement('div')
  credits.className = 'map-credit'
  const credit = new Control({ position: 'bottomright' })
  credit.onAdd = () => credits
  DomEvent.disableClickPropagation(credits)
  zoomButtons(map, zoom).addTo(map)
  new Control.Scale({ position: 'bottomleft', imperial: false, maxWidth: 120 }).addTo(map)
  credit.addTo(map)
  return {
    credit(of) {
      credits.hidden = !of?.text
      if (!of) return
      if (!/^https?:\/\//.test(of.href)) {
        credits.textContent = of.text
        return
      }
      const link = document.createElement('a')
      link.href = of.href
      link.textContent = of.text
      credits.replaceChildren(link)
    },
  }
}
