import { useId, useState } from 'react'
import { refusal, yearTyped } from './year-words.ts'

interface Props {
  label: string
  /** Null: none is chosen; `hint` is an example then. */
  year: number | null
  hint?: number
  thisYear: number
  onYear: (year: number) => void
}

/** A year to type. It counts with its fourth digit; what is no year of the map is refused beside the field. */
export function YearField({ label, year, hint, thisYear, onYear }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const problem = useId()
  const take = (text: string, isDone: boolean) => {
    const next = yearTyped(text, thisYear)
    setTyped(isDone && next !== null ? null : text)
    setRefused(next === null && text.trim() !== '' && (isDone || text.trim().length >= 4))
    if (next !== null && next !== year) onYear(next)
  }
  return (
    <span className="year-field">
      <input
        className="figures"
        type="text"
        inputMode="numeric"
        maxLength={4}
        aria-label={label}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? problem : undefined}
        placeholder={hint ? String(hint) : undefined}
        value={typed ?? year ?? ''}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => take(currentTarget.value, false)}
        onBlur={({ currentTarget }) => typed !== null && take(currentTarget.value, true)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && take(currentTarget.value, true)}
      />
      <span className="refusal" role="alert" id={problem}>
        {isRefused && refusal(thisYear)}
      </span>
    </span>
  )
}
