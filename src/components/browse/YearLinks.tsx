import type { MouseEvent } from 'react'

interface Props {
  /** With holdings, ascending. */
  years: readonly number[]
  href: (year: number) => string
  /** Instead of the link. */
  onYear?: (year: number) => void
}

const MOST = 4

/** Invites to a few years, spread over all of them. Nothing without years. */
export function YearLinks({ years, href, onYear }: Props) {
  const length = Math.min(MOST, years.length)
  if (length === 0) return null
  const some = Array.from({ length }, (_, at) => years[Math.floor(((at + 0.5) / length) * years.length)]!)
  const click = (year: number) => (event: MouseEvent) => {
    if (!onYear || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onYear(year)
  }
  return (
    <p className="year-links">
      See the town as it was in{' '}
      {some.map((year, at) => (
        <span key={year}>
          {at > 0 && (at === length - 1 ? ' or ' : ', ')}
          <a href={href(year)} onClick={click(year)}>
            {year}
          </a>
        </span>
      ))}
    </p>
  )
}
