import { randomUUID } from 'node:crypto'
import type { importCalls } from '#contract/endpoints/imports.ts'
import { wav } from '../scans/sounds.ts'
import { form } from './form.ts'

const RECORDING = wav(1)

interface Call {
  url: string
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  payload?: unknown
  headers?: Record<string, string>
}

/** Calls of recordings and imports, whose files come in parts (sample-calls.ts). */
export const SENT_IN_PARTS: Record<keyof typeof importCalls | 'sendRecording', (target: { id: number }) => Call> = {
  sendRecording: ({ id }) => {
    const file = { name: 'image', file: 'part', type: 'audio/wav', content: RECORDING }
    const said = {
      item: String(id),
      file_name: `${randomUUID()}.wav`,
      bytes: String(RECORDING.length),
      modified: '1',
      at: '0',
    }
    return { url: '/api/recordings/', method: 'POST', ...form(said, file) }
  },
  imports: () => ({ url: '/api/imports/' }),
  createImport: () => ({ url: '/api/imports/', method: 'POST', payload: { source: randomUUID() } }),
  import: ({ id }) => ({ url: `/api/imports/${id}/` }),
  changeImport: ({ id }) => ({ url: `/api/imports/${id}/`, method: 'PATCH', payload: { status: 'draft' } }),
  removeImport: ({ id }) => ({ url: `/api/imports/${id}/`, method: 'DELETE' }),
  sendImportPart: ({ id }) => {
    const file = { name: 'image', file: 'part', type: 'text/csv', content: Buffer.from('Title\nA mill\n') }
    const said = { path: `${randomUUID()}.csv`, bytes: '13', modified: '1', at: '0' }
    return { url: `/api/imports/${id}/files/`, method: 'POST', ...form(said, file) }
  },
  removeImportFile: ({ id }) => ({ url: `/api/imports/${id}/files/?path=sent.csv`, method: 'DELETE' }),
  checkImport: ({ id }) => ({ url: `/api/imports/${id}/check/`, method: 'POST' }),
  runImport: ({ id }) => ({ url: `/api/imports/${id}/run/`, method: 'POST' }),
  cancelImport: ({ id }) => ({ url: `/api/imports/${id}/cancel/`, method: 'POST' }),
  importFile: ({ id }) => ({ url: `/api/imports/${id}/spreadsheet/?what=cells` }),
}
