/**
 * Seeded random numbers. Every topic of the demo town draws from its own fork, so that a change to one
 * of them does not reshuffle all the others.
 */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number
  /** A whole number from low to high, both included. */
  int(low: number, high: number): number
  /** A number between low and high. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  /** One entry of a list that is not empty; throws RangeError when it is. */
  pick<T>(list: readonly T[]): T
  /** At most `count` different entries, in random order. */
  sample<T>(list: readonly T[], count: number): T[]
  /** One key of a table of weights. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K
  /** An independent generator that depends on this one's seed and the name only. */
  fork(name: string | number): Random
}

/** FNV-1a, 32 bits: spreads a name over the seeds. */
export function hashName(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) {
    hash ^= name.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

/** mulberry32 by Tommy Ettinger (public domain): small, fast, and the same on every machine. */
export function createRandom(seed: string): Random {
  let state = hashName(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const random: Random = {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new RangeError('pick from an empty list')
      return list[Math.floor(next() * list.length)] as T
    },
    sample: <T>(list: readonly T[], count: number): T[] => {
      const rest = [...list]
      const taken: T[] = []
      while (taken.length < count && rest.length > 0) {
        taken.push(...rest.splice(Math.floor(next() * rest.length), 1))
      }
      return taken
    },
    weighted: <K extends string>(weights: Readonly<Partial<Record<K, number>>>): K => {
      const entries = Object.entries(weights) as [K, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        left -= weight
        if (left < 0) return key
      }
      return (entries.at(-1) as [K, number])[0]
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  }
  return random
}
