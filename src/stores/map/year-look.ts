/** How a place is drawn in a year, in bits; from `level` on, how many pictures of the time it has (rules/map/holdings.ts). */
export const LOOK = { gone: 1, undated: 2, business: 4, level: 8 } as const
