import sharp from 'sharp'
import { expect } from 'vitest'
import type { Account } from '#contract/account.ts'
import type { DeskRecord, QueuePage } from '#contract/record.ts'
import type { Session } from './account-calls.ts'
import { activate, createAccount, sessionOf } from './people.ts'

let count = 0

/** A new user of the product, who has logged in, and their calls of the API. */
export async function newUser({ baseUrl }: { baseUrl: string }, name: string, role?: Account['role']) {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${Date.now()}-${count++}@example.org`
  await activate(baseUrl, await createAccount(email, name, role))
  const session: Session = await sessionOf(baseUrl, email)
  const authorization = `JWT ${session.access}`
  const send = (path: string, method: string, body?: object, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData
    const type: Record<string, string> = isForm || !body ? {} : { 'content-type': 'application/json' }
    return fetch(baseUrl + path, {
      method,
      headers: { authorization, ...type, ...headers },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
  }
  async function read<Answer>(path: string): Promise<Answer> {
    const answer = await send(path, 'GET')
    if (!answer.ok) throw new Error(`${answer.status} for ${path}`)
    return (await answer.json()) as Answer
  }
  const record = (kind: string, key: number) => read<DeskRecord>(`/api/records/${kind}/${key}/`)
  const current = async (kind: string, key: number) => ({ 'if-match': `"${(await record(kind, key)).version}"` })
  const create = async (path: string, body: object) =>
    ((await (await send(path, 'POST', body)).json()) as { id: number }).id
  return {
    email,
    /** For a browser. */
    session,
    read,
    record,
    create,
    submit: (title: string, more: object = {}) =>
      create('/api/item/post/', { type: 'photograph', title, general_description: 'From the attic.', ...more }),
    addPerson: (surname: string) => create('/api/people/', { first_name: 'John', surname }),
    /** Another colour is another file. */
    async addScan(item: number, background = '#a08060', bytes?: Uint8Array): Promise<void> {
      const form = new FormData()
      form.append('item', String(item))
      const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
        .jpeg()
        .toBuffer()
      form.append('image', new Blob([new Uint8Array(bytes ?? jpeg)]), 'scan.jpg')
      expect((await send('/api/scans/create/', 'POST', form)).status).toBe(201)
    },
    /** A step of the review. */
    async review(key: number, step: string, note = '', kind = 'items'): Promise<void> {
      const { status } = await send(`/api/records/${kind}/${key}/${step}/`, 'POST', { note }, await current(kind, key))
      expect([step, status]).toEqual([step, 200])
    },
    async edit(key: number, fields: object, kind = 'items'): Promise<void> {
      const { status } = await send(`/api/records/${kind}/${key}/`, 'PATCH', fields, await current(kind, key))
      expect(status).toBe(200)
    },
    submissions: (query: string) => read<QueuePage>(`/api/submissions/${query}`),
  }
}
export type User = Awaited<ReturnType<typeof newUser>>
