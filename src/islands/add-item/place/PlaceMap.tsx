import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../widgets/use-store.ts'
import type { MapProps } from '../parts.ts'
import { useWizard } from '../wizard-context.ts'
import { mountPlaceMap, type PlacePage } from './place-map.ts'

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
  if (source === 'none')
    return (
      <p className="field-hint" role="status">
        The places on the map didn't load. Type the name of the place above instead.
      </p>
    )
  return (
    <p className="field-hint" role="status">
      {chosen ? `Chosen: ${chosen}.` : 'Click the place on the map, or type its name above.'}
    </p>
  )
}
