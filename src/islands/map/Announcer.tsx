import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useMapStores } from './stores-context.ts'
import { useSelectedZone } from './use-selected-zone.ts'

/** Says politely which zone is selected, whoever selected it. Nothing at the start. */
export function Announcer() {
  const stores = useMapStores()
  const selected = useStore(stores.$selected)
  const zone = useSelectedZone()
  const [touched, setTouched] = useState(selected !== null)
  if (selected !== null && !touched) setTouched(true)
  const text = zone ? `Selected: ${zone.name}.` : touched && selected === null ? 'No zone is selected.' : ''
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  )
}
