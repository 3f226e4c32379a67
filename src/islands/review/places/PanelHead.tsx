import { useState, type ReactNode } from 'react'
import { TEXT } from './messages.ts'
import { usePlaces } from './places-context.ts'
import { LinkButton, SmallButton } from '../../widgets/Button.tsx'

/** The head of what is open: the way back, which asks while something is unsaved, and its name. */
export function PanelHead({ title, children, back }: { title: string; children?: ReactNode; back?: () => void }) {
  const { places } = usePlaces()
  const [isAsking, setAsking] = useState(false)
  const leave = back ?? places.showList
  return (
    <header className="places-head">
      <LinkButton onClick={() => (places.isUnsaved() ? setAsking(true) : leave())}>
        {back ? 'Back to the Place' : 'All Places'}
      </LinkButton>
      {isAsking && (
        <div className="form-error" role="alert">
          <p>{places.split.isUnsaved() || places.join.isUnsaved() ? TEXT.unsaved : TEXT.kept}</p>
          <p className="buttons">
            <SmallButton onClick={leave}>Leave Without Saving</SmallButton>
            <SmallButton onClick={() => setAsking(false)}>Stay</SmallButton>
          </p>
        </div>
      )}
      <h2 tabIndex={-1}>{title}</h2>
      {children}
    </header>
  )
}
