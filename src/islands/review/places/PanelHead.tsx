import type { ReactNode } from 'react'
import { usePlaces } from './places-context.ts'

/** The head of what is open: the way back, and its name. */
export function PanelHead({ title, children, back }: { title: string; children?: ReactNode; back?: () => void }) {
  const { places } = usePlaces()
  return (
    <header className="places-head">
      <button type="button" className="link-button" onClick={back ?? places.showList}>
        {back ? 'Back to the Place' : 'All Places'}
      </button>
      <h2 tabIndex={-1}>{title}</h2>
      {children}
    </header>
  )
}
