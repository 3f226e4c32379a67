/** True in `npm test -- all`: what takes long runs too, and what is tried at random is tried more often. */
export const ALL = process.env.LOTLINE_TESTS === 'all'

/** Each `nth` of a list, from place `first` on, or all of it in `npm test -- all`. */
export const sampleOf = <T>(list: readonly T[], nth: number, first = 0): readonly T[] =>
  list.filter((_, at) => ALL || at % nth === first % nth)

/** How often something is tried: what the environment variable says, else `usual`, or `long` in `npm test -- all`. */
export const rounds = (variable: string, usual: number, long: number): number =>
  Number(process.env[variable] ?? (ALL ? long : usual))

/** How often a property is tried at random: a sixteenth of the runs each time, and at least five. */
export const runs = (long: number): number => (ALL ? long : Math.max(Math.min(long, 5), Math.ceil(long / 16)))
