import { useEffect, useRef, useState } from 'react'
import type { Client } from '#client/client.ts'
import { society } from '#society'
import { createPlaceStores, type PlaceStores } from '#stores/add-item/place-stores.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { startOwnMap } from '../../map/own-map.ts'
import { useStore } from '../../widgets/use-store.ts'
import type { MapProps } from '../parts.ts'
import { useWizard } from '../wizard-context.ts'

interface PlacePage {
  /** The map, in the page while its section is. */
  element: HTMLElement
  stores: PlaceStores
}
let page: PlacePage | undefined

/** Moves the page's only map into its place: it listens to the window for as long as the page lives. */
function mountPlaceMap(host: HTMLElement, client: Client): PlacePage {
  const isNew = page === undefined
  page ??= createPage(client)
  host.append(page.element)
  if (isNew) void startEngine(page, client)
  return page
}

function createPage(client: Client): PlacePage {
  const element = document.createElement('div')
  // Without the focus, the wheel scrolls the page.
  addEventListener(
    'wheel',
    (event) => {
      const isOver = event.target instanceof Node && element.contains(event.target)
      if (isOver && !element.contains(document.activeElement)) event.stopPropagation()
    },
    { capture: true, passive: true },
  )
  return {
    element,
    stores: createPlaceStores({
      ...browserDeps(window),
      client,
      society: { ...society.map, overlays: [], baseMaps: [] },
    }),
  }
}

/** The element has its size by then. */
async function startEngine({ element, stores }: PlacePage, client: Client): Promise<void> {
  void stores.start()
  await startOwnMap(element, stores, client, {
    label: `Map of ${society.town}: choose the location`,
    keys: 'Enter picks the place in the middle, arrow keys move to its neighbours, Enter again chooses it. Plus and minus zoom.',
  })
}

/** A map for choosing the location by a click or by keyboard (spec §2). The suggestions of the text field are its equal. */
export default function PlaceMap({ chosen, onChoose }: MapProps) {
  const { client } = useWizard()
  const host = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<PlacePage>()
  useEffect(() => {
    const mounted = mountPlaceMap(host.current!, client)
    setPage(mounted)
    return () => mounted.element.remove()
  }, [client])
  useEffect(() => page?.stores.whenChosen(onChoose), [page, onChoose])
  useEffect(() => page?.stores.show(chosen?.id ?? null), [page, chosen])
  return (
    <div className="place-map">
      <div ref={host} className="place-map-canvas" />
      {page && <MapNote stores={page.stores} chosen={chosen?.name} />}
    </div>
  )
}

function MapNote({ stores, chosen }: { stores: PlacePage['stores']; chosen: string | undefined }) {
  const source = useStore(stores.$source)
  const hint = chosen ? `Chosen: ${chosen}.` : 'Click the place on the map, or type its name above.'
  return (
    <p className="field-hint" role="status">
      {source === 'none' ? "The places on the map didn't load. Type the name of the place above instead." : hint}
    </p>
  )
}
