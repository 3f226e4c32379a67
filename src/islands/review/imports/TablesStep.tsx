import { MAPPED_LISTS, type TableMapping } from '#contract/import-mapping.ts'
import { plural } from '#rules/names/record-names.ts'
import { tableMapping } from '#stores/review/imports/import-steps.ts'
import { SelectField } from '../../widgets/SelectField.tsx'
import { kindNames } from '../messages.ts'
import type { FoundProps } from './OpenImport.tsx'
import { Step } from './Step.tsx'

const LISTS = [...MAPPED_LISTS.map((list) => [list, kindNames(list)] as const), ['', 'Leave it aside'] as const]

/** Each table: its rows, what made it, and what it is. */
export function TablesStep({ open: { store }, findings: { tables }, mapping }: FoundProps) {
  const count = tables.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <Step id="import-tables" title="What we found" state={`${plural(tables.length, 'table')}, ${plural(count, 'row')}`}>
      <ul className="rows">
        {tables.map(({ table, rows, preset, notices }) => (
          <li key={table} className="import-table">
            <div>
              <p className="row-name">{table}</p>
              <p className="meta">{`${plural(rows, 'row')}${preset ? `, an export of ${preset}` : ''}`}</p>
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
              {notices.map(({ row, column, sentence }, at) => (
                <li key={at}>{[row && `Row ${row}`, column, sentence].filter(Boolean).join(': ')}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Step>
  )
}
