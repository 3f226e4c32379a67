import { sql } from 'kysely'
import { isReviewedKind, type DeskRecord, type RecordFields, type RecordKind } from '#contract/record.ts'
import { lifeSpan } from '#rules/dates/display-dates.ts'
import { personName } from '#rules/names/record-names.ts'
import type { Db } from '../database/tables.ts'
import { isOneOf } from '../repositories/conditions.ts'
import type { RecordKey } from './fields.ts'
import { ALL, labelOf } from './labels.ts'
import { RECORD_LINKS, RECORD_TABLES } from './tables.ts'
import { isKnown, type View } from '../repositories/view.ts'

type Names = Record<string, string>

/** People with their years, since many share a name: John Calder (1843–1910). */
async function peopleNames(db: Db, ids: readonly RecordKey[], view: View): Promise<Names> {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'first_name', 'middle_name', 'surname', 'date_of_birth', 'date_of_birth_text'])
    .select(['date_of_death', 'date_of_death_text', isKnown('person', view).as('isKnown')])
    .where(isOneOf('id', ids))
    .execute()
  const nameOf = (row: (typeof rows)[number]) => {
    const years = row.isKnown ? lifeSpan(row) : ''
    return years === '' ? personName(row) : `${personName(row)} (${years})`
  }
  return Object.fromEntries(rows.map((row) => [row.id, nameOf(row)]))
}

/** The names of records of one kind; those that do not exist are missing. `view` decides which names in a label the reader sees. */
export async function namesOf(db: Db, kind: RecordKind, keys: readonly RecordKey[], view: View = ALL): Promise<Names> {
  if (keys.length === 0) return {}
  if (kind === 'people') return peopleNames(db, keys, view)
  const [table, column] = RECORD_TABLES[kind]
  const { columns, read } = labelOf(kind)
  const { rows } = await sql<{
    key: RecordKey
    label: string
  }>`select ${sql.ref(`r.${column}`)} as key, ${columns(view)} as label
    from ${sql.table(table)} as r where ${isOneOf(`r.${column}`, keys)}`.execute(db)
  return Object.fromEntries(rows.map(({ key, label }) => [key, read(label)]))
}

function referencesIn(kind: RecordKind, fields: RecordFields): [RecordKind, RecordKey][] {
  return Object.entries(RECORD_LINKS[kind]).flatMap(([field, link]) =>
    [fields[field]]
      .flat()
      .filter((key): key is RecordKey => typeof key === 'number' || (typeof key === 'string' && key !== ''))
      .map((key): [RecordKind, RecordKey] => [link, key]),
  )
}

/** Names of everything that a record in the review desk refers to, by kind and id, so that a screen needs no further calls. */
export async function namesForRecord(
  db: Db,
  { kind, fields, brings, history }: Pick<DeskRecord, 'kind' | 'fields' | 'brings' | 'history'>,
  view: View,
): Promise<DeskRecord['names']> {
  const references = [
    ...referencesIn(kind, fields),
    ...brings.flatMap((draft) => referencesIn(draft.kind, draft.fields)),
    ...history.flatMap((step) =>
      step.kind === 'accounts' || step.kind === 'settings' || step.kind === 'maps'
        ? []
        : step.fields.flatMap(({ field, before, after }) => [
            ...referencesIn(step.kind as RecordKind, { [field]: before }),
            ...referencesIn(step.kind as RecordKind, { [field]: after }),
          ]),
    ),
  ]
  const names: DeskRecord['names'] = {}
  for (const [link, pairs] of Map.groupBy(references, ([each]) => each)) {
    const keys = [...new Set(pairs.map(([, key]) => key))]
    names[link] = await namesOf(db, link, keys, isReviewedKind(link) ? view : ALL)
  }
  return names
}
