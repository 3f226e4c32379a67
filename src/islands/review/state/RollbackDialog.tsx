import { useId, useState } from 'react'
import type { SiteState } from '#contract/operations.ts'
import { plural } from '#rules/names/record-names.ts'
import { ModalDialog } from '../../widgets/ModalDialog.tsx'
import { momentText } from './messages.ts'

interface Props {
  /** Newest first; at least one. */
  states: readonly SiteState[]
  onClose: () => void
  onConfirm: (state: string) => void
}

/** Says what a rollback does, and asks for the state. */
export function RollbackDialog({ states, onClose, onConfirm }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState(states[0]!.name)
  return (
    <ModalDialog className="dialog" labelledBy={id} onClose={onClose}>
      <h2 id={id}>Roll the site back</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(chosen)
        }}
      >
        <p className="field">
          <label htmlFor={`${id}-state`}>Which state should visitors see?</label>
          <select
            id={`${id}-state`}
            value={chosen}
            aria-describedby={`${id}-effect`}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {states.map(({ name, built_at, pages }) => (
              <option key={name} value={name}>
                {name}: {momentText(built_at)}, {plural(pages, 'page')}
              </option>
            ))}
          </select>
        </p>
        <ul id={`${id}-effect`} className="state-effects">
          <li>Visitors see the pages of that time again. What was published or corrected since is not on them.</li>
          <li>What was withdrawn, discarded, removed or merged since stays out, also of the search.</li>
          <li>The archive itself is not changed: all records, drafts and pictures stay as they are.</li>
          <li>The next publishing builds the site of today again.</li>
        </ul>
        <p className="buttons">
          <button type="submit" className="button strong">
            Roll Back
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </ModalDialog>
  )
}
