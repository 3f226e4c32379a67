/** For `$store.eq` of plain data: listeners are called, and drawn again, only when it says something else. */
export const isAlike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
