import { MAPPED_LISTS, type TableMapping } from '#contract/import-mapping.ts'
import { plural } from '#rules/names/record-names.ts'
import { tableMapping } from '#stores/review/imports/import-steps.ts'
import { SelectField } from '../../widgets/SelectField.tsx'
import { listName } from './messages.ts'
import type { FoundProps } from './OpenImport.tsx'
import { Step } from './Step.tsx'

const LISTS = [...MAPPED_LISTS.map((list) => [list, listName(list)] as const), ['', 'Leave it aside'] as const]

/** Each table: its rows, what made it, and what it is. */
export const TablesStep = ({ open: { store }, findings: { tables }, mapping }: FoundProps) => (
  <Step
    id="import-tables"
    title="What we found"
    state={`${plural(tables.length, 'table')}, ${plural(
      tables.reduce((sum, { rows }) => sum + rows, 0),
      'row',
    )}`}
  >
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
            {notices.map(({ row, column, sentence }) => (
              <li key={`${row} ${column} ${sentence}`}>
                {`${row === null ? '' : `Row ${row}: `}${column === null ? '' : `${column}: `}${sentence}`}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  </Step>
)
