import { useId } from 'react'
import type { FormField } from '#rules/forms/record-form.ts'
import { LINK_FIELDS, type LinkField } from '#rules/names/field-names.ts'
import type { DraftDate, Tag } from '#rules/wizard/draft-fields.ts'
import { oneRecord, RecordTags, severalRecords } from '../add-item/RecordTags.tsx'
import type { PopupKind } from '../add-item/parts.ts'
import { DateField } from '../widgets/DateField.tsx'
import { SelectField } from '../widgets/SelectField.tsx'
import { TextArea, TextField } from '../widgets/TextField.tsx'
import { TEXT } from './messages.ts'

interface Props {
  form: FormField
  label: string
  /** What the form holds (rules/forms/inputs.ts). */
  input: unknown
  error: string | undefined
  onChange: (input: unknown) => void
}

/** The control of a field, with the wizard's controls for dates and for records that are chosen. */
export function FieldControl({ form: { field, control, required = false }, label, input, error, onChange }: Props) {
  const common = { label, error, required, onChange }
  switch (control.is) {
    case 'line':
      return <TextField {...common} autoComplete="off" value={input as string} />
    case 'text':
      return <TextArea {...common} value={input as string} />
    case 'names':
      return <TextArea {...common} hint="One name on each line." rows={2} value={input as string} />
    case 'outline':
      return (
        <TextArea
          {...common}
          className="places-corners"
          hint={TEXT.outlineHint}
          rows={6}
          spellCheck={false}
          value={input as string}
        />
      )
    case 'choice':
      return <SelectField {...common} value={input as string} choices={control.choices} />
    case 'check':
      return <CheckField label={label} isOn={input === true} onChange={onChange} />
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
        control.is === 'one'
          ? oneRecord(input as Tag | null, onChange)
          : severalRecords(input as readonly Tag[], TEXT.chosenAlready, onChange)
      const entry = ENTRIES[LINK_FIELDS[field as LinkField]]
      return <RecordTags list={control.list} {...{ label, choice, error, entry }} />
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
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Only its author agrees to be named; cataloguers can take it back. */
function CheckField({ label, isOn, onChange }: CheckProps) {
  const id = useId()
  return (
    <div className="field check-field">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <p className="field-hint" id={`${id}-hint`}>
        Only the person who sent it in can agree to this.
      </p>
    </div>
  )
}
