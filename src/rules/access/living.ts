import { lastDay } from '#contract/dates.ts'
import { CONSENT, type LivingChoice, type LivingMode, type Privacy } from '#contract/living.ts'
import type { Person } from '#contract/person.ts'
import { itemSpan } from '../dates/partial-dates.ts'
import { societyDay } from '../dates/society-day.ts'
import { parseWrittenDate } from '../dates/written-dates.ts'

/** What is known of a life. Dates are eight digits (spec §3). */
export interface Life {
  id: number
  date_of_birth: number | null
  date_of_birth_text: string
  /** A death, burial or grave is recorded. */
  isDead: boolean
  date_of_death: number | null
  /** The earliest date of what the person did or was part of: work, ownership, items. */
  seen: number | null
}

/** Who is whose parent, and who is married to whom. */
export interface Families {
  parents: readonly (readonly [parent: number, child: number])[]
  couples: readonly (readonly [number, number])[]
}

/** Years: the youngest parent, the oldest parent, and the most that couples are apart. Wider than is usual, so that nobody who lives is missed. */
const YOUNGEST_PARENT = 12
const OLDEST_PARENT = 65
const COUPLE_APART = 40
/** Over how many relatives a birth is concluded: great-grandparents, and the spouses of grandchildren. */
export const REACH = 3

const years = (count: number) => count * 10_000
/** The latest of several births of one person that all must hold. */
const earlier = (a: number | undefined, b: number): number => (a === undefined ? b : Math.min(a, b))

/** The latest day of birth that a person's own dates tell; of "after 1920" as far as open spans reach. */
function recordedBirth({ date_of_birth: born, date_of_birth_text: written }: Life): number | undefined {
  if (born !== null) return itemSpan({ date_start: born, date_end: null, date_start_text: written })?.end
  const read = written === '' ? undefined : parseWrittenDate(written)
  return read && itemSpan({ date_start: read.start, date_end: read.end, date_start_text: written })?.end
}

/**
 * The latest day on which each person can have been born, as eight digits (not always a day of the calendar), concluded over `REACH` relatives. Missing: there
 * is nothing to conclude from.
 */
export function latestBirths(lives: readonly Life[], { parents, couples }: Families): Map<number, number> {
  const recorded = new Map(lives.flatMap((life) => entryOf(life.id, recordedBirth(life))))
  let known = new Map([...lives.flatMap(({ id, seen }) => entryOf(id, seen ?? undefined)), ...recorded])
  const deaths = new Map(lives.flatMap((life) => (life.date_of_death === null ? [] : [[life.id, life.date_of_death]])))
  for (let step = 0; step < REACH; step++) {
    const before = known
    known = new Map(before)
    const conclude = (id: number, latest: number | undefined) => {
      if (latest !== undefined && !recorded.has(id)) known.set(id, earlier(known.get(id), latest))
    }
    const plus = (id: number, difference: number) => {
      const birth = before.get(id)
      return birth === undefined ? undefined : birth + years(difference)
    }
    for (const [parent, child] of parents) {
      conclude(parent, plus(child, -YOUNGEST_PARENT))
      conclude(child, plus(parent, OLDEST_PARENT))
      const death = deaths.get(parent)
      if (death !== undefined) conclude(child, lastDay(death) + years(1))
    }
    for (const [one, other] of couples) {
      conclude(one, plus(other, COUPLE_APART))
      conclude(other, plus(one, COUPLE_APART))
    }
  }
  return known
}

const entryOf = (id: number, date: number | undefined) => (date === undefined ? [] : [[id, lastDay(date)] as const])

/** @param latest of `latestBirths`. @param today eight digits. @param limit years after a birth for which a person is presumed living. */
export const isPresumedLiving = (
  { isDead }: Pick<Life, 'isDead'>,
  latest: number | undefined,
  { today, limit }: { today: number; limit: number },
): boolean => !isDead && latest !== undefined && latest > today - years(limit)

/** What visitors see of a person: the archive's mode for those who are presumed living, unless staff chose for this one. */
export function privacyOf(choice: LivingChoice, isLiving: boolean, mode: LivingMode): Privacy {
  if (choice === 'shown') return 'full'
  if (choice === 'private') return mode === 'hidden' ? 'hidden' : 'names'
  return isLiving && mode !== 'shown' ? mode : 'full'
}

/** What `hidden_until` says of a published person whom the rule for the living hides. */
export const BY_RULE = 'living'
/** A person's row as staff left it: the rule decides anew wherever it goes. */
export const withoutRule = <Row extends Record<string, unknown>>(row: Row): Row =>
  row['hidden_until'] === BY_RULE ? { ...row, visibility: 'published', state: 'waiting', hidden_until: null } : row

/** What visitors get of a person: of somebody whose privacy is kept, the name. */
export function shownOf(person: Person): Person {
  if (person.privacy === undefined) return person
  const { id, first_name, middle_name, surname, visibility, privacy, updated_at } = person
  return {
    ...{ id, first_name, middle_name, surname, visibility, privacy, updated_at },
    ...{ date_of_birth: null, date_of_birth_text: '', date_of_death: null, date_of_death_text: '', sex: '' as const },
    ...{ biography: '', spouses: [], family_tree: '', image: null, graves: [] },
  }
}

/** What is wrong with the consent of a person's fields: it stands beside another choice than "may be shown", or is of a day to come. */
export function consentProblem({ living, consent_date: date, consent_note: note }: Record<string, unknown>) {
  if (living !== 'shown' && (date || note))
    return { field: date ? 'consent_date' : 'consent_note', reason: CONSENT.alone }
  const today = dayNumber(societyDay(new Date().toISOString())!)
  return typeof date === 'number' && date > today ? { field: 'consent_date', reason: CONSENT.future } : undefined
}

/** A date as eight digits, of a day such as 2026-11-27. */
export const dayNumber = (day: string): number => Number(day.replaceAll('-', ''))
