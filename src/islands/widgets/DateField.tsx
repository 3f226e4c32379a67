import { SPECIFICITIES, type DraftDate, type Specificity } from '#rules/wizard/draft-fields.ts'
import { padDate, tidyDate } from '#rules/wizard/tidy-date.ts'
import { SelectField } from './SelectField.tsx'
import { TextField } from './TextField.tsx'

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
  error?: string | undefined
  onType: (typed: string) => void
  onSpecificity: (specificity: Specificity) => void
}

/** A date as exact as it is known (spec §5 "Dates"). Typed as text: native date fields can't hold half a date, and offer no year 1890 at hand. */
export const DateField = ({ label, exactness, exactnessHint, date, error, onType, onSpecificity }: Props) => {
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
        hint={HINTS[specificity]}
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
