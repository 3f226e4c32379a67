import type { RecordKind } from '#contract/record.ts'
import type { FormField } from '#rules/forms/form-fields.ts'
import { readInput } from '#rules/forms/inputs.ts'
import { formOf } from '#rules/forms/record-form.ts'
import { fieldText } from '#rules/names/field-names.ts'
import type { DraftDate, Tag } from '#rules/wizard/draft-fields.ts'
import type { Edit } from '#stores/review/edit-model.ts'
import type { Edits } from '#stores/review/edit.ts'
import { TEXT } from './messages.ts'
import { SmallButton } from '../widgets/Button.tsx'

interface Props<Field extends string> {
  text: string
  rows: readonly { field: Field; name: string; theirs: string; mine: string }[]
  decide: (field: Field, whose: 'theirs' | 'mine') => void
}

/** What somebody else changed as well: their value beside the one that was typed here. */
export const ConflictList = <Field extends string>({ text, rows, decide }: Props<Field>) => (
  <div className="desk-changed" role="alert">
    <p>{text}</p>
    <ul>
      {rows.map(({ field, name, theirs, mine }) => (
        <li key={field}>
          <strong>{name}</strong>
          <p>
            Theirs: <q>{theirs}</q>
          </p>
          <p>
            Yours: <q>{mine}</q>
          </p>
          <p className="buttons">
            <SmallButton onClick={() => decide(field, 'theirs')}>Take Theirs</SmallButton>
            <SmallButton onClick={() => decide(field, 'mine')}>Keep Mine</SmallButton>
          </p>
        </li>
      ))}
    </ul>
  </div>
)

function inputText(kind: RecordKind, form: FormField, input: unknown): string {
  const read = readInput(form, input)
  if (form.control === 'outline' || 'problem' in read)
    return typeof input === 'string' ? input : (input as DraftDate).typed
  const tags = [input].flat() as Tag[]
  return fieldText(kind, form.field, read.value, (_, id) => tags.find((tag) => tag.id === id)?.name)
}

/** Fields of a record that somebody else changed as well. */
export function Conflicts({ edit, edits }: { edit: Edit; edits: Edits }) {
  if (edit.conflicts.length === 0) return null
  const rows = edit.conflicts.map(({ field, theirs }) => {
    const { kind } = edit.name
    const form = formOf(kind).find((each) => each.field === field)!
    const textOf = (input: unknown) => inputText(kind, form, input)
    return { field, name: form.label, theirs: textOf(theirs), mine: textOf(edit.inputs[field]) }
  })
  return <ConflictList text={TEXT.conflict} rows={rows} decide={edits.decide} />
}
