import type { ImportMapping } from '#contract/import-mapping.ts'

/** A question about a table or a name. */
type Asked =
  | { about: 'dates'; table: string; column: string }
  | { about: 'names'; list: string; name: string }
  | { about: 'doubled' }

/** Whether a mapping answers a question. */
export function isAnswered(question: Asked, { tables, names, doubtful, doubled }: ImportMapping): boolean {
  if (question.about === 'doubled') return doubled !== undefined
  if (question.about === 'names')
    return (
      doubtful === 'new' || (names as Record<string, object>)[question.list]?.[question.name as never] !== undefined
    )
  return tables.some(({ table, dates }) => table === question.table && dates[question.column] !== undefined)
}
