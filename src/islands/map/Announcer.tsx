import { useStore } from '../widgets/use-store.ts'
import { useState } from 'react'
import { useMapStores } from './stores-context.ts'
import { useSelectedZone } from './use-selected-zone.ts'

/** A live region that announces the selected zone. Silent at the start. */
export function Announcer() {
  const stores = useMapStores()
  const selected = useStore(stores.$selected)
  const zone = useSelectedZone()
  const [touched, setTouched] = useState(selected !== null)
  if (selected !== null && !touched) setTouched(true)
  const text = zone ? `Selected: ${zone.name}.` : touched && selected === null ? 'No zone selected.' : ''
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  )
}
