import { SPECIFICITIES, type DraftDate, type Specificity } from '#rules/wizard/draft-fields.ts'
import { SelectField } from './SelectField.tsx'
import { TextField } from './TextField.tsx'

/**
 * A date while it is being typed, with the hyphens of spec §5 "Dates": 190103 becomes 1901-03, so that the number keys of a phone are enough. Other text
 * stays as it is.
 */
export function tidyDate(typed: string, specificity: Specificity): string {
  const text = typed.replaceAll(/[./ ]/g, '-')
  if (specificity === 'year' || !/^[\d-]+$/.test(text)) return typed
  const withMonth = text.replace(/^(\d{4})(\d)/, '$1-$2')
  return specificity === 'month' ? withMonth : withMonth.replace(/^(\d{4}-\d{2})(\d)/, '$1-$2')
}

/** When the field is left: 1901-3-5 becomes 1901-03-05. */
export const padDate = (typed: string): string =>
  /^\d{4}(-\d{1,2}){1,2}$/.test(typed)
    ? typed
        .split('-')
        .map((part) => part.padStart(2, '0'))
        .join('-')
    : typed

/** Spec §2 "date specificity selects (Year, Month, Date)". */
const NAMES: Record<Specificity, string> = { year: 'Year', month: 'Month', date: 'Date' }
const HINTS: Record<Specificity, string> = {
  year: 'Four digits, such as 1901.',
  month: 'Year and month, such as 1901-03 for March 1901.',
  date: 'Year, month and day, such as 1901-03-05 for 5 March 1901.',
}
const CHOICES = SPECIFICITIES.map((specificity) => [specificity, NAMES[specificity]] as const)

interface Props {
  /** Start date, End date, Born … */
  label: string
  /** Label of the select. */
  exactness: string
  exactnessHint?: string
  date: DraftDate
  hint?: string | undefined
  error?: string | undefined
  required?: boolean | undefined
  onType: (typed: string) => void
  onSpecificity: (specificity: Specificity) => void
}

/** A date as exact as it is known (spec §5 "Dates"). Typed as text: native date fields can't hold half a date, and offer no year 1890 at hand. */
export const DateField = ({
  label,
  exactness,
  exactnessHint,
  date,
  hint,
  error,
  required,
  onType,
  onSpecificity,
}: Props) => {
  const { specificity, typed } = date
  return (
    <div className="date-field">
      <SelectField
        label={exactness}
        hint={exactnessHint}
        value={specificity}
        choices={CHOICES}
        onChange={onSpecificity}
      />
      <TextField
        label={label}
        hint={hint ? `${HINTS[specificity]} ${hint}` : HINTS[specificity]}
        required={required}
        error={error}
        className="date-typed"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(value) => onType(tidyDate(value, specificity))}
        onBlur={() => padDate(typed) !== typed && onType(padDate(typed))}
      />
    </div>
  )
}
