import { createImplausible } from '#rules/people/implausible.ts'
import type { Db } from '../database/tables.ts'
import type { Problem, Row } from './bundle-row.ts'
import { LISTS, type ListName } from './lists.ts'

/** Rests of web pages (`&amp;`, `<br>`) and of spreadsheets (`#REF!`, a column that was too narrow), which pages would show as they stand. */
const REST =
  /&(?:[a-z]{2,8}|#x?[\da-f]{1,6});|<\/?(?:a|b|br|div|em|font|i|li|p|span|strong|ul)\b[^<>]{0,200}>|^#(?:[A-Z]+[\d/]*[AN]?[?!]?|#+)$/i

async function readLives(db: Db) {
  const people = await db.selectFrom('person').select(['id', 'date_of_birth', 'date_of_death']).execute()
  return new Map(people.map(({ id, date_of_birth: birth, date_of_death: death }) => [id, { birth, death }]))
}

/** Looks for what is valid but hardly meant in the rows of a bundle: warnings, which stop nothing. */
export function createNotices(db: Db): (list: ListName, row: Row) => Promise<Problem[]> {
  let implausible: Promise<ReturnType<typeof createImplausible>> | undefined
  return async (list, row) => {
    implausible ??= readLives(db).then(createImplausible)
    const problems: Problem[] = []
    for (const [field, { kind }] of Object.entries(LISTS[list].columns)) {
      const rest = kind === 'text' ? REST.exec(String(row[field]))?.[0] : undefined
      if (rest) problems.push({ field, reason: `This text has “${rest}”, and pages will show exactly that.` })
    }
    const reason = (await implausible)(list, row)
    return reason ? [...problems, { field: '', reason }] : problems
  }
}
