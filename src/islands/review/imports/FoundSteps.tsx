import { DATE_ORDERS, type DateOrder, MAPPED_LISTS, type TableMapping } from '#contract/import-mapping.ts'
import {
  type FoundColumn,
  dateQuestion,
  openQuestions,
  sortColumns,
  tableMapping,
} from '#stores/review/imports/import-steps.ts'
import { FormField } from '../../widgets/FormField.tsx'
import { Options, SelectField } from '../../widgets/SelectField.tsx'
import { columnsText, dateReadings, groupOf, noticeText } from './messages.ts'
import type { FoundProps } from './import-parts.ts'
import { Step } from './Step.tsx'
import { plural } from '#rules/names/record-names.ts'
import { kindNames } from '../messages.ts'

/** Where each column goes: what needs a look comes first, what is certain is folded. */
export function ColumnsStep(props: FoundProps) {
  const tables = props.findings.tables.flatMap((found) => {
    const table = tableMapping(props.mapping, found.table)
    return table && table.list !== '' ? [{ table, ...sortColumns(found, table, props.findings) }] : []
  })
  const clear = tables.flatMap((each) => each.clear).length
  const look = tables.flatMap((each) => each.look).length
  if (clear + look === 0) return null
  const rows = (table: TableMapping, columns: readonly FoundColumn[]) => (
    <ul className="import-columns">
      {columns.map((column) => (
        <Column key={column.heading} {...props} {...{ table, column }} />
      ))}
    </ul>
  )
  return (
    <Step
      id="import-columns"
      title="Columns to fields"
      state={columnsText(clear, look)}
      needsLook={look > 0 && props.details.state !== 'done'}
    >
      {tables.map(({ table, clear, look }) => (
        <section key={table.table} aria-label={table.table}>
          <h3>{table.table}</h3>
          {look.length > 0 && rows(table, look)}
          {clear.length > 0 && (
            <details>
              <summary>{columnsText(clear.length, look.length)}</summary>
              {rows(table, clear)}
            </details>
          )}
        </section>
      ))}
    </Step>
  )
}

/** A column by its heading, with examples, and the field that it becomes. */
function Column(props: FoundProps & { table: TableMapping; column: FoundColumn }) {
  const { table: name, list, columns, dates } = props.table
  const { heading, examples, changes } = props.column
  const question = dateQuestion(props.findings, name, heading)
  const groups = Map.groupBy((list && props.details.targets[list]) || [], ({ target }) => groupOf(target))
  const order = dates[heading]
  const change = (part: Partial<TableMapping>) => props.open.store.changeTable(name, part)
  return (
    <li>
      <FormField
        label={heading}
        hint={[examples.join(' · '), ...(question && !question.answered ? [] : changes.slice(0, 2))].map((text) => (
          <span key={text}>{text}</span>
        ))}
      >
        {(control) => (
          <select
            {...control}
            value={columns[heading] ?? 'notes'}
            onChange={({ currentTarget: { value } }) => change({ columns: { ...columns, [heading]: value } })}
          >
            {[...groups].map(([group, targets]) => (
              <optgroup key={group} label={group}>
                <Options of={targets.map(({ target, label }) => [target, label] as const)} />
              </optgroup>
            ))}
          </select>
        )}
      </FormField>
      {question && (
        <SelectField<DateOrder | ''>
          label={`In “${heading}”, ${question.example} is`}
          value={order ?? ''}
          choices={[
            ['', 'Choose…'],
            ...dateReadings(question.example).map((text, at) => [DATE_ORDERS[at]!, text] as const),
          ]}
          onChange={(chosen) => chosen && change({ dates: { ...dates, [heading]: chosen } })}
        />
      )}
    </li>
  )
}

const LISTS = [...MAPPED_LISTS.map((list) => [list, kindNames(list)] as const), ['', 'Leave it aside'] as const]

/** Each table: its rows, what made it, and what it is. */
export function TablesStep({ open: { store }, details, findings: { tables, questions }, mapping }: FoundProps) {
  const doubled = questions.find((each) => each.about === 'doubled')
  const count = tables.reduce((sum, { rows }) => sum + rows, 0)
  const isAsked = openQuestions(details).some(({ about }) => about === 'doubled')
  const text = `${plural(tables.length, 'table')}, ${plural(count, 'row')}`
  return (
    <Step id="import-tables" title="What we found" state={text} needsLook={isAsked}>
      {doubled && (
        <SelectField<'' | 'first' | 'all'>
          label={`${plural(doubled.count, 'row')} with the number of another row`}
          hint={doubled.rows.map(({ key, first, row }) => `${key}: ${first} and ${row}`).join('; ')}
          value={mapping.doubled ?? ''}
          choices={[
            ['', 'Choose…'],
            ['first', 'The first row counts, the others are left out'],
            ['all', 'Each row is a record'],
          ]}
          onChange={(value) => value && store.changeMapping({ doubled: value })}
        />
      )}
      <ul className="rows">
        {tables.map(({ table, rows, preset, notices }) => (
          <li key={table} className="import-table">
            <div>
              <p className="row-name">{table}</p>
              <p className="meta">{`${plural(rows, 'row')}${preset ? `, recognised as ${preset}` : ''}`}</p>
            </div>
            <SelectField<TableMapping['list']>
              label={`Each row of ${table} is one of`}
              value={tableMapping(mapping, table)?.list ?? ''}
              choices={LISTS}
              onChange={(list) => {
                // Its columns are guessed again, as those of the other list.
                store.changeTable(table, { list, columns: {}, commas: [], dates: {} })
                void store.check()
              }}
            />
            <ul className="field-hint">
              {notices.map((notice, at) => (
                <li key={at}>{noticeText(notice)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Step>
  )
}
