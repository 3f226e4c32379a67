import { Fragment, type ReactNode } from 'react'
import type { RecordKind } from '#contract/record.ts'
import { TAG } from '#contract/messages.ts'
import type { Inputs } from '#rules/forms/inputs.ts'
import type { FormField } from '#rules/forms/form-fields.ts'
import type { DraftDate, Tag } from '#rules/wizard/draft-fields.ts'
import type { SuggestionList } from '#stores/add-item/add-item-stores.ts'
import { DateField } from '../widgets/DateField.tsx'
import { CheckField } from '../widgets/FormField.tsx'
import { SelectField } from '../widgets/SelectField.tsx'
import { TextArea, TextField } from '../widgets/TextField.tsx'
import type { PopupKind } from './parts.ts'
import { oneRecord, RecordTags, severalRecords } from './RecordTags.tsx'

interface Props {
  form: readonly FormField[]
  inputs: Inputs
  errors: Readonly<Record<string, string | undefined>>
  change: (field: string, input: unknown) => void
  /** Drawn above a field. */
  above?: Readonly<Record<string, ReactNode>> | undefined
  /** Records that are not there yet can be added from a field. */
  canAdd?: boolean
}

/** The fields of a record, as their schemas describe them (contract/field.ts). Neighbours of one group stand in a row. */
export function RecordFields({ form, inputs, errors, change, above, canAdd = false }: Props) {
  const rows: FormField[][] = []
  for (const each of form) {
    if (each.group && rows.at(-1)?.[0]!.group === each.group) rows.at(-1)!.push(each)
    else rows.push([each])
  }
  return rows.map((row) => {
    const drawn = row.map((each) => (
      <Fragment key={each.field}>
        {above?.[each.field]}
        <RecordField
          form={each}
          input={inputs[each.field]}
          error={errors[each.field]}
          onChange={(input) => change(each.field, input)}
          canAdd={canAdd}
        />
      </Fragment>
    ))
    const key = row[0]!.field
    return row.length === 1 ? drawn[0] : <div key={key} className="in-a-row">{drawn}</div> // prettier-ignore
  })
}

interface FieldProps {
  form: FormField
  /** What the form holds (rules/forms/inputs.ts). */
  input: unknown
  error: string | undefined
  onChange: (input: unknown) => void
  canAdd: boolean
}

function RecordField({ form, input, error, onChange, canAdd }: FieldProps) {
  const { control, label, hint, required } = form
  const common = { label, hint, error, required, onChange }
  switch (control) {
    case 'line':
    case 'url': {
      const type = control === 'url' ? 'url' : 'text'
      return <TextField {...common} type={type} autoComplete="off" value={input as string} />
    }
    case 'text':
      return <TextArea {...common} style={{ minHeight: form.rows && `${form.rows}lh` }} value={input as string} />
    case 'names':
      return <TextArea {...common} hint={hint ?? 'One name on each line.'} rows={2} value={input as string} />
    case 'outline':
      return <TextArea {...common} className="places-corners" rows={6} spellCheck={false} value={input as string} />
    case 'choice':
      return <SelectField {...common} value={input as string} choices={form.choices} />
    case 'check':
      return (
        <CheckField
          {...{ label, hint, error }}
          checked={input === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
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
      const link = LINKS[form.of!]
      const choice =
        control === 'one'
          ? oneRecord(input as Tag | null, onChange)
          : severalRecords(input as readonly Tag[], link?.refusal ?? TAG.place, onChange)
      const list = (form.list ?? form.of) as SuggestionList
      return <RecordTags {...{ list, label, hint, choice, error, required }} entry={canAdd ? link : undefined} />
    }
  }
}

interface Link {
  /** Of one that is chosen already. */
  refusal?: string
  kind: PopupKind
  text: string
}
/** Kinds that can be added from a field. */
const LINKS: Partial<Record<RecordKind, Link>> = {
  people: { kind: 'person', text: 'Add a person', refusal: TAG.person },
  subjects: { kind: 'subject', text: 'Add Subject', refusal: TAG.subject },
  organizations: { kind: 'organization', text: 'Add Organization', refusal: TAG.organization },
  collections: { kind: 'collection', text: 'Add Collection' },
}
