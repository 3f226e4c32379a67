import { hash } from 'node:crypto'
import { vi } from 'vitest'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import type { ImportChange, ImportDetails } from '#contract/imports.ts'
import type { Answered, TestAccount, TestArchive } from '../fixtures.ts'
import { form } from '../walk/form.ts'

const { part: PART } = RECORDING_UPLOAD

/** What a page does with imports. */
export function deskOf(town: TestArchive, as: TestAccount = 'staff') {
  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
  const call = (url: string, method: Method = 'GET', body?: unknown, headers: Record<string, string> = {}) =>
    town.send(`/api/imports/${url}`, { method, as, headers, ...(body !== undefined && { body }) })
  const details = (answer: Answered) => answer.json as ImportDetails
  const desk = {
    call,
    create: async (source = 'The drawer') => details(await call('', 'POST', { source })).id,
    read: async (id: number) => details(await call(`${id}/`)),
    /** As somebody who has seen how it is now. */
    change: async (id: number, body: ImportChange, version?: string) =>
      call(`${id}/`, 'PATCH', body, { 'if-match': `"${version ?? (await desk.read(id)).version}"` }),
    part(id: number, path: string, content: Buffer, at = 0, more: Record<string, string> = {}) {
      const part = content.subarray(at, at + PART)
      const said = { path, bytes: String(content.length), modified: '1700000000000', at: String(at) }
      const fields = { ...said, sha256: hash('sha256', part), ...more }
      const { payload, headers } = form(fields, { name: 'image', file: 'part', type: 'text/csv', content: part })
      return town.send(`/api/imports/${id}/files/`, { method: 'POST', body: payload, headers, as })
    },
    async send(id: number, files: Record<string, string | Buffer>) {
      for (const [path, content] of Object.entries(files)) {
        const bytes = Buffer.from(content)
        for (let at = 0; at < bytes.length; at += PART) await desk.part(id, path, bytes, at)
      }
    },
    /** Waits until nothing runs. */
    settled: (id: number) =>
      vi.waitUntil(
        async () => {
          const now = await desk.read(id)
          return now.state !== 'checking' && now.state !== 'running' && now
        },
        { timeout: 240_000, interval: 100 },
      ) as Promise<ImportDetails>,
    async check(id: number) {
      await call(`${id}/check/`, 'POST')
      return await desk.settled(id)
    },
    async run(id: number) {
      const { status, json } = await call(`${id}/run/`, 'POST')
      if (status !== 200) throw new Error(JSON.stringify(json))
      return await desk.settled(id)
    },
  }
  return desk
}
