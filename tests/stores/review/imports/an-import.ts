import type { ImportMapping, TableMapping } from '#contract/import-mapping.ts'
import type { ImportDetails, ImportFindings } from '#contract/imports.ts'

export const TABLE: TableMapping = {
  ...{ table: 'a.csv', list: 'items', columns: { Title: 'title', Date: 'date_start' } },
  ...{ separators: ';|', commas: [], dates: {} },
}
export const MAPPING: ImportMapping = { tables: [TABLE], names: {}, doubtful: 'ask' }
export const FINDINGS: ImportFindings = {
  tables: [{ table: 'a.csv', rows: 3, preset: null, columns: [], notices: [] }],
  ...{ questions: [], problems: [], problem_count: 0, warnings: [], warning_count: 0, conflict_count: 0, lists: [] },
  ...{ added: [], pictures: { count: 0, bytes: 0 }, files_without_row: [], rows_without_file: [] },
  ...{ living: { count: 0, mode: 'names' }, embedded: 0 },
}
const AT = '2026-11-29T00:00:00.000Z'

/** An import that was checked, and has nothing to ask. */
export const details = (more: Partial<ImportDetails>): ImportDetails => ({
  ...{ id: 3, source: 'a', state: 'checked', created_at: AT, changed_at: AT, by: null, progress: null },
  ...{ operation: null, undone: false, files: [{ path: 'a.csv', bytes: 9, modified: 1, received: 9 }] },
  ...{
    version: 'v1',
    mapping: MAPPING,
    corrections: [],
    status: 'draft',
    skip_bad: false,
    findings: FINDINGS,
    stale: false,
  },
  ...{ error: null, targets: {} as ImportDetails['targets'] },
  ...more,
})
