import sharp from 'sharp'
import { expect } from 'vitest'
import type { DeskRecord } from '#contract/record.ts'
import { sessionOf } from './people.ts'

/** Calls of the API by one user. */
export async function deskUser(baseUrl: string, email: string) {
  const post = (path: string, body: object, headers: HeadersInit = {}) =>
    fetch(baseUrl + path, {
      method: 'POST',
      headers: body instanceof FormData ? headers : { 'content-type': 'application/json', ...headers },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
  const session = await sessionOf(baseUrl, email)
  const authorization = `JWT ${session.access}`
  const record = async (kind: string, key: number) =>
    (await (await fetch(`${baseUrl}/api/records/${kind}/${key}/`, { headers: { authorization } })).json()) as DeskRecord
  const create = async (path: string, body: object) =>
    ((await (await post(path, body, { authorization })).json()) as { id: number }).id
  return {
    /** Of this user, for a browser. */
    session,
    record,
    create,
    submit: (title: string, more: object = {}) =>
      create('/api/item/post/', { type: 'photograph', title, general_description: 'From the attic.', ...more }),
    async addScan(item: number): Promise<void> {
      const form = new FormData()
      form.append('item', String(item))
      const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a08060' } })
        .jpeg()
        .toBuffer()
      form.append('image', new Blob([new Uint8Array(jpeg)]), 'scan.jpg')
      expect((await post('/api/scans/create/', form, { authorization })).status).toBe(201)
    },
    async publish(item: number): Promise<void> {
      const { version } = await record('items', item)
      const headers = { authorization, 'if-match': `"${version}"` }
      expect((await post(`/api/records/items/${item}/publish/`, {}, headers)).status).toBe(200)
    },
    claim: (item: number) => create(`/api/claims/items/${item}/`, { take_over: false }),
    async edit(item: number, fields: object): Promise<void> {
      const headers = { authorization, 'content-type': 'application/json' }
      const { version } = await record('items', item)
      const answer = await fetch(`${baseUrl}/api/records/items/${item}/`, {
        method: 'PATCH',
        headers: { ...headers, 'if-match': `"${version}"` },
        body: JSON.stringify(fields),
      })
      expect(answer.status).toBe(200)
    },
  }
}
