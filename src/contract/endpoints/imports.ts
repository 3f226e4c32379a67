import * as v from 'valibot'
import * as imports from '../imports.ts'
import { noContent } from '../status.ts'
import { create, patch, remove, staffCommand, staffRead, type Endpoint } from './declare.ts'

/** Imports of tables and files by staff (our additions). */
export const importCalls = {
  imports: staffRead('/api/imports/', v.array(imports.importEntry)),
  createImport: create('/api/imports/', imports.importDetails, { body: imports.newImport }),
  import: staffRead('/api/imports/:id/', imports.importDetails),
  /** If-Match is about the answers: `files` alone need none. */
  changeImport: patch('/api/imports/:id/', imports.importDetails, {
    ...{ requiresVersion: true, body: imports.importChange },
  }),
  /** With its files; not while it runs. What was imported stays. */
  removeImport: remove('/api/imports/:id/', noContent),
  sendImportPart: create('/api/imports/:id/files/', imports.importReceived, {
    ...{ multipart: true, body: imports.importPart },
  }),
  removeImportFile: remove('/api/imports/:id/files/', noContent, { query: imports.importPath }),
  /** Starts in the background: 409 while something runs. */
  checkImport: staffCommand('/api/imports/:id/check/', imports.importDetails),
  /** The same; 409 without a check of how things are now, or with questions or, unless `skip_bad`, problems that rows have. */
  runImport: staffCommand('/api/imports/:id/run/', imports.importDetails),
  cancelImport: staffCommand('/api/imports/:id/cancel/', imports.importDetails),
  importFile: staffRead('/api/imports/:id/spreadsheet/', 'file', { query: imports.importFileQuery }),
} satisfies Record<string, Endpoint>
