import { useId } from 'react'
import type { FormField } from '#rules/forms/record-form.ts'
import type { DraftDate, Tag } from '#rules/wizard/draft-fields.ts'
import type { SuggestionList } from '#stores/add-item/add-item-stores.ts'
import { oneRecord, RecordTags, severalRecords } from '../add-item/RecordTags.tsx'
import type { PopupKind } from '../add-item/parts.ts'
import { DateField } from '../widgets/DateField.tsx'
import { SelectField } from '../widgets/SelectField.tsx'
import { TextArea, TextField } from '../widgets/TextField.tsx'
import { TEXT } from './messages.ts'

interface Props {
  form: FormField
  /** What the form holds (rules/forms/inputs.ts). */
  input: unknown
  error: string | undefined
  onChange: (input: unknown) => void
}

/** The control of a field, with the wizard's controls for dates and for records that are chosen. */
export function FieldControl({ form, input, error, onChange }: Props) {
  const { control, label, hint, required } = form
  const common = { label, hint, error, required, onChange }
  switch (control) {
    case 'line':
    case 'url': {
      const type = control === 'url' ? 'url' : 'text'
      return <TextField {...common} type={type} autoComplete="off" value={input as string} />
    }
    case 'text':
      return <TextArea {...common} value={input as string} />
    case 'names':
      return <TextArea {...common} hint="One name on each line." rows={2} value={input as string} />
    case 'outline':
      return <TextArea {...common} className="places-corners" rows={6} spellCheck={false} value={input as string} />
    case 'choice':
      return <SelectField {...common} value={input as string} choices={form.choices} />
    case 'check':
      return <CheckField label={label} hint={hint} isOn={input === true} onChange={onChange} />
    case 'date': {
      const date = input as DraftDate
      return (
        <DateField
          {...common}
          exactness="Exact to"
          date={date}
          onType={(typed) => onChange({ ...date, typed })}
          onSpecificity={(specificity) => onChange({ specificity, typed: '' })}
        />
      )
    }
    case 'one':
    case 'many': {
      const choice =
        control === 'one'
          ? oneRecord(input as Tag | null, onChange)
          : severalRecords(input as readonly Tag[], TEXT.chosenAlready, onChange)
      const list = (form.list ?? form.of) as SuggestionList
      return <RecordTags {...{ list, label, hint, choice, error }} entry={ENTRIES[form.of!]} />
    }
  }
}

/** Kinds that can be added from a field. */
const ENTRIES: Partial<Record<string, { kind: PopupKind; text: string }>> = {
  people: { kind: 'person', text: 'Add a person' },
  subjects: { kind: 'subject', text: 'Add Subject' },
  organizations: { kind: 'organization', text: 'Add Organization' },
  collections: { kind: 'collection', text: 'Add Collection' },
}

interface CheckProps {
  label: string
  hint: string | undefined
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function CheckField({ label, hint, isOn, onChange }: CheckProps) {
  const id = useId()
  return (
    <div className="field check-field">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
