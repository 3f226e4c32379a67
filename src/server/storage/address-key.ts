import { createHmac } from 'node:crypto'

/** Milliseconds. */
const DAY = 24 * 60 * 60_000
/** Stands in an address of what not everybody may read: a browser that downloads or plays sends no token. @param day 0 for today, 1 for yesterday (UTC). */
export const addressKey = (secret: string, what: string, day = 0): string =>
  createHmac('sha256', secret)
    .update(`${what} ${Math.floor(Date.now() / DAY) - day}`)
    .digest('hex')
    .slice(0, 32)
/** Keys are good until the next midnight of Greenwich but one. */
export const isAddressKey = (secret: string, what: string, key: string): boolean =>
  [0, 1].some((day) => addressKey(secret, what, day) === key)
