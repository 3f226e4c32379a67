import { useState } from 'react'
import type { SiteState } from '#contract/operations.ts'
import { plural } from '#rules/names/record-names.ts'
import { DialogButtons, TitledDialog } from '../../widgets/ModalDialog.tsx'
import { SelectField } from '../../widgets/SelectField.tsx'
import { momentText } from './messages.ts'

interface Props {
  /** Newest first; at least one. */
  states: readonly SiteState[]
  onClose: () => void
  onConfirm: (state: string) => void
}

/** Says what a rollback does, and asks for the state. */
export function RollbackDialog({ states, onClose, onConfirm }: Props) {
  const [chosen, setChosen] = useState(states[0]!.name)
  return (
    <TitledDialog title="Roll the site back" className="state-rollback" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(chosen)
        }}
      >
        <SelectField
          label="Which state should visitors see?"
          value={chosen}
          choices={states.map(({ name, built_at, pages }) => [
            name,
            `${name}: ${momentText(built_at)}, ${plural(pages, 'page')}`,
          ])}
          onChange={setChosen}
        />
        <ul className="state-effects">
          <li>Visitors see the pages of that time again. What was published or corrected since is not on them.</li>
          <li>What was withdrawn, discarded, removed or merged since stays out, also of the search.</li>
          <li>The archive itself is not changed: all records, drafts and pictures stay as they are.</li>
          <li>The next publishing builds the site of today again.</li>
        </ul>
        <DialogButtons send="Roll Back" onCancel={onClose} />
      </form>
    </TitledDialog>
  )
}
