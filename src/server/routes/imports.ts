import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { importCalls } from '#contract/endpoints/imports.ts'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { validated } from '../errors/domain-error.ts'
import { NO_STORE } from '../http/headers.ts'
import { noContent, noContentIf, type Mount } from '../http/mount.ts'
import { receiveForm } from '../http/receive-form.ts'
import { createImportDesk, type ImportDeskParts } from '../imports/import-desk.ts'
import { INCOMING } from '../storage/keys.ts'
import { createUploadSlots } from '../scans/upload-slots.ts'

const TYPES = {
  problems: ['problems.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  cells: ['cells.csv', 'text/csv; charset=utf-8'],
} as const

/** Imports by staff (our additions). Returns the queue of those that are checked and run. */
export function mountImports(mount: Mount, parts: ImportDeskParts) {
  const desk = createImportDesk(parts)
  const slots = createUploadSlots()
  mount('imports', () => desk.list())
  mount('createImport', ({ body: { source }, caller }) => desk.create(source, caller))
  mount('import', ({ id }) => desk.details(id))
  mount('changeImport', ({ id, body, request }) => desk.change(id, body, request.headers['if-match']))
  mount('removeImport', ({ id }) => noContent(desk.remove(id)))
  mount('sendImportPart', async ({ id, request, caller }) => {
    await desk.requireChangeable(id)
    await desk.requireSpace(Number(request.headers['content-length']))
    const folder = join(parts.config.dataDir, 'imports', INCOMING)
    const form = { folder, maximumBytes: RECORDING_UPLOAD.part, beforeFile: () => Promise.resolve() }
    return await slots.withSlot(caller.id!, () =>
      receiveForm(request, form, async ({ fields, file }) => {
        const part = validated(importCalls.sendImportPart.body, fields)
        return { received: await desk.addPart(id, part, file) }
      }),
    )
  })
  mount('removeImportFile', ({ id, query: { path } }) => noContentIf(desk.removeFile(id, path)))
  mount('checkImport', ({ id, caller }) => desk.check(id, caller))
  mount('runImport', ({ id, caller }) => desk.run(id, caller))
  mount('cancelImport', ({ id }) => desk.cancel(id))
  mount('importFile', async ({ id, query: { what }, request, reply }): Promise<FastifyReply | undefined> => {
    const found = await desk.spreadsheet(id, what)
    if (!found) return undefined
    const [name, type] = TYPES[what]
    reply
      .header('content-type', type)
      .header('content-length', found.bytes)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', NO_STORE)
    return reply.send(request.method === 'HEAD' ? '' : createReadStream(found.file))
  })
  return desk.queue
}
