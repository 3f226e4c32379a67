import { fieldName, fieldText } from '#rules/names/field-names.ts'
import type { Edit } from '#stores/review/edit-model.ts'
import type { Edits } from '#stores/review/edit.ts'
import { namesIn } from './load-view.ts'
import { TEXT } from './messages.ts'

/** Fields that somebody else changed as well: their value beside the one that was typed here. */
export function Conflicts({ edit, edits }: { edit: Edit; edits: Edits }) {
  if (edit.conflicts.length === 0) return null
  const nameOf = namesIn(edit.base)
  return (
    <div className="desk-changed" role="alert">
      <p>{TEXT.conflict}</p>
      <ul>
        {edit.conflicts.map(({ field, theirs }) => (
          <li key={field}>
            <strong>{fieldName(field, edit.name.kind)}</strong>
            <p>
              Theirs: <q>{fieldText(field, theirs, nameOf)}</q>
            </p>
            <p>
              Yours: <q>{fieldText(field, edit.values[field], nameOf)}</q>
            </p>
            <p className="desk-buttons">
              <button type="button" className="small-button" onClick={() => edits.decide(field, 'theirs')}>
                Take Theirs
              </button>
              <button type="button" className="small-button" onClick={() => edits.decide(field, 'mine')}>
                Keep Mine
              </button>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
