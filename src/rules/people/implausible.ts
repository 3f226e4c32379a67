/** Dates of birth and death as eight digits (spec §3). */
export interface Life {
  birth: unknown
  death: unknown
}

const LONGEST_LIFE = 120
const YOUNGEST_PARENT = 10
const NOBODY: Life = { birth: null, death: null }
/** Only years are compared, because dates are rarely known better; NaN, which is neither before nor after another year, where there is none. */
const year = (date: unknown) => (typeof date === 'number' ? Math.trunc(date / 10_000) : NaN)

/**
 * Says of one record after the other what can hardly be: a parent younger than the child, a job before birth. People come before what names them;
 * `lives` has those known already, by id.
 */
export function createImplausible(lives = new Map<unknown, Life>()) {
  const yearsOf = (id: unknown) => {
    const { birth, death } = lives.get(id) ?? NOBODY
    return { born: year(birth), died: year(death) }
  }
  return (kind: string, fields: Record<string, unknown>): string | undefined => {
    if (kind === 'people') lives.set(fields['id'], { birth: fields['date_of_birth'], death: fields['date_of_death'] })
    const { born, died } = yearsOf(fields[kind === 'people' ? 'id' : kind === 'relationships' ? 'person1' : 'person'])
    if (kind === 'people')
      return died - born > LONGEST_LIFE ? `A life of ${died - born} years, ${born} to ${died}?` : undefined
    if (kind === 'relationships') {
      const child = yearsOf(fields['person2']).born
      if (child - born < YOUNGEST_PARENT) return `A parent born in ${born} of a child born in ${child}?`
      // A father may have died before.
      return child - died > 1 ? `A parent who died in ${died} of a child born in ${child}?` : undefined
    }
    const start = year(fields[kind === 'ownership' ? 'date' : 'date_start'])
    const what = kind === 'ownership' ? 'Land' : 'A job'
    if (start < born) return `${what} since ${start} of a person born in ${born}?`
    // Land often stays in the name of the dead.
    return kind === 'employment' && start > died ? `${what} since ${start} of a person who died in ${died}?` : undefined
  }
}
