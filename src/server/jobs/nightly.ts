/** In the reason of a build: it makes the whole site. */
export const NIGHTLY = 'Nightly build'

/** Today's `HH:MM` in local time. */
export function timeOfDay(moment: Date, clock: string): Date {
  const [hours, minutes] = clock.split(':').map(Number)
  const at = new Date(moment)
  at.setHours(hours!, minutes, 0, 0)
  return at
}

/** When the next nightly build is due. */
export function nextNightly(now: Date, clock: string): Date {
  const at = timeOfDay(now, clock)
  if (at <= now) at.setDate(at.getDate() + 1)
  return at
}
