const MOST = 4

/** Invites to a few of the years, spread over all of them. Nothing without years. */
export function YearLinks({ years, href }: { years: readonly number[]; href: (year: number) => string }) {
  const length = Math.min(MOST, years.length)
  const some = Array.from({ length }, (_, at) => years[Math.floor(((at + 0.5) / length) * years.length)]!)
  if (length === 0) return null
  return (
    <p className="year-links">
      Or choose a year:{' '}
      {some.map((year) => (
        <a key={year} href={href(year)}>
          {year}
        </a>
      ))}
    </p>
  )
}
