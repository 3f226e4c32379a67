const LONGEST_LIFE = 120
const YOUNGEST_PARENT = 10
const WORDS: Record<string, string> = { ownership: 'Land', residents: 'A home', employment: 'A job' }

/** Only years are compared, because dates are rarely known better; NaN is neither before nor after another year. */
const year = (date: unknown) => (typeof date === 'number' ? Math.trunc(date / 10_000) : NaN)

type Relatives = { person: { id: number } } & Record<'parents' | 'children', readonly { id: number }[]> &
  Record<'employment' | 'ownership', readonly object[]>

/** What can hardly be about one person, whose relatives are people with dates. */
export function implausibleFor({ person, parents, children, employment, ownership }: Relatives): string[] {
  const of = createImplausible()
  for (const each of [...parents, ...children]) of('people', { ...each })
  const odd = [
    of('people', { ...person }),
    ...parents.map(({ id }) => of('relationships', { person1: id, person2: person.id })),
    ...children.map(({ id }) => of('relationships', { person1: person.id, person2: id })),
    ...employment.map((row) => of('employment', { ...row })),
    ...ownership.map((row) => of('ownership', { ...row })),
  ]
  return odd.filter((each) => each !== undefined)
}

/** Says of one record after the other what can hardly be: a parent younger than the child, a job before birth. People come before what names them. */
export function createImplausible(): (kind: string, fields: Record<string, unknown>) => string | undefined {
  const lives = new Map<unknown, { born: number; died: number }>()
  const lifeOf = (id: unknown) => lives.get(id) ?? { born: NaN, died: NaN }
  return (kind, fields) => {
    if (kind === 'people') {
      const [born, died] = [year(fields['date_of_birth']), year(fields['date_of_death'])]
      lives.set(fields['id'], { born, died })
      return died - born > LONGEST_LIFE ? `A life of ${died - born} years, ${born} to ${died}?` : undefined
    }
    const { born, died } = lifeOf(fields[kind === 'relationships' ? 'person1' : 'person'])
    if (kind === 'relationships') {
      const child = lifeOf(fields['person2']).born
      if (child - born < YOUNGEST_PARENT) return `A parent born in ${born} of a child born in ${child}?`
      // A father may have died before.
      return child - died > 1 ? `A parent who died in ${died} of a child born in ${child}?` : undefined
    }
    const start = year(fields['date_start'] ?? fields['date'])
    if (start < born) return `${WORDS[kind]} since ${start} of a person born in ${born}?`
    // Land often stays in the name of the dead.
    const isOver = kind !== 'ownership' && start > died
    return isOver ? `${WORDS[kind]} since ${start} of a person who died in ${died}?` : undefined
  }
}
