/**
 * Refresh token rotation of a session. Tokens are numbered from 1; exchanging the latest issues the next. Clients of spec §7 never rotate: their
 * first token stays the latest.
 */
export interface Rotation {
  latest: number
  /** True once the latest token has been used; until then it may not have reached the client. */
  used: boolean
  /** Milliseconds when older tokens were exchanged, by number: those of the last minute and the one before the latest. */
  rotated: Record<string, number>
}
export const INITIAL_ROTATION: Rotation = { latest: 1, used: true, rotated: {} }

/** Milliseconds that an exchanged token stays valid, for other tabs and for retries after a lost response. */
export const GRACE_PERIOD = 60_000

/** An exchanged token is valid for the grace period, and until its successor is used. */
export function isValidSerial({ latest, used, rotated }: Rotation, serial: number, now: number): boolean {
  if (serial === latest) return true
  if (serial === latest - 1 && !used) return true
  return now < (rotated[serial] ?? -Infinity) + GRACE_PERIOD
}

/** The rotation after a valid token was used; with `exchange`, its latest token is the new one to return. */
export function rotateSerial(rotation: Rotation, serial: number, now: number, exchange: boolean): Rotation {
  if (serial !== rotation.latest) return rotation
  if (!exchange) return { ...rotation, used: true }
  const recent = Object.entries(rotation.rotated).filter(([, at]) => now < at + GRACE_PERIOD)
  return { latest: serial + 1, used: false, rotated: { ...Object.fromEntries(recent), [serial]: now } }
}
