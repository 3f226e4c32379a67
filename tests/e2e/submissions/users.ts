import sharp from 'sharp'
import { expect } from 'vitest'
import type { QueuePage } from '#contract/record.ts'
import { sessionOf } from '../account/people.ts'
import type { Site } from '../browser/site.ts'

const aJpeg = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** Calls of the API by one user. */
export async function userOf(site: Site, email: string) {
  const post = (path: string, body: object, headers: HeadersInit = {}) =>
    fetch(site.baseUrl + path, {
      method: 'POST',
      headers: body instanceof FormData ? headers : { 'content-type': 'application/json', ...headers },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
  const session = await sessionOf(site.baseUrl, email)
  const authorization = `JWT ${session.access}`
  const get = (path: string) => fetch(site.baseUrl + path, { headers: { authorization } })
  return {
    /** For a browser. */
    session,
    async submit(title: string, more: object = {}): Promise<number> {
      const item = { type: 'photograph', title, general_description: 'From the shoebox.', ...more }
      const { id } = (await (await post('/api/item/post/', item, { authorization })).json()) as { id: number }
      return id
    },
    async addScan(item: number): Promise<number> {
      const form = new FormData()
      form.append('item', String(item))
      form.append('image', new Blob([new Uint8Array(await aJpeg('#a08060'))]), 'scan.jpg')
      const answer = await post('/api/scans/create/', form, { authorization })
      expect(answer.status).toBe(201)
      return ((await answer.json()) as { id: number }).id
    },
    async addPerson(surname: string): Promise<number> {
      const answer = await post('/api/people/', { first_name: 'John', surname }, { authorization })
      return ((await answer.json()) as { id: number }).id
    },
    async review(key: number, step: string, note = '', kind = 'items'): Promise<void> {
      const etag = (await get(`/api/records/${kind}/${key}/`)).headers.get('etag')!
      const answer = await post(`/api/records/${kind}/${key}/${step}/`, { note }, { authorization, 'if-match': etag })
      expect([step, answer.status]).toEqual([step, 200])
    },
    async change(item: number, fields: object): Promise<void> {
      const path = `/api/records/items/${item}/`
      const headers = {
        'content-type': 'application/json',
        authorization,
        'if-match': (await get(path)).headers.get('etag')!,
      }
      const answer = await fetch(site.baseUrl + path, { method: 'PATCH', headers, body: JSON.stringify(fields) })
      expect(answer.status).toBe(200)
    },
    history: async (item: number) =>
      ((await (await get(`/api/records/items/${item}/`)).json()) as { history: { action: string; note: string }[] })
        .history,
    submissions: async (query: string) => (await (await get(`/api/submissions/${query}`)).json()) as QueuePage,
  }
}
export type User = Awaited<ReturnType<typeof userOf>>
