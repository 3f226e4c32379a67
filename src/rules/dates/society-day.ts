import { society } from '#society'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of a moment where the society is, `YYYY-MM-DD`: an evening in Toronto is the next day in UTC. */
export function societyDay(moment: string | null | undefined): string | undefined {
  if (!moment || Number.isNaN(Date.parse(moment))) return undefined
  const timeZone: string = society.timeZone
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: timeZone || undefined })
  formats.set(timeZone, format)
  return format.format(new Date(moment))
}
