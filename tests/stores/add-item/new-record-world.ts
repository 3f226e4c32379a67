import { vi } from 'vitest'
import type { User } from '#contract/account.ts'
import type { NewRecordKind } from '#rules/wizard/new-records.ts'
import { createNewRecord } from '#stores/add-item/new-records.ts'
import { type AWAY, server, VOLUNTEER, type Server, type Status } from './world.ts'

interface Sent {
  call: string
  key: string | null
  body: unknown
}
const POSTS = [
  'people',
  'graves',
  'people/images/create',
  'people/relationships',
  'subjects',
  'organizations',
  'collections',
]

/** What happens to a write. */
export type Fate = Status | typeof AWAY

/** A server that answers the writes of the popups, and what it was sent. `fates` by call: the next answers. */
export function archive(rows: Record<string, unknown[]> = {}) {
  const here = server()
  const sent: Sent[] = []
  const fates: Record<string, Fate[]> = {}
  for (const list of ['people', 'subjects', 'organizations', 'collections', 'people/relationships'])
    here.replies[`GET /api/${list}/`] = () => rows[list] ?? []
  for (const call of POSTS)
    here.replies[`POST /api/${call}/`] = async (request) => {
      const isForm = request.headers.get('content-type')?.startsWith('multipart')
      const body: unknown = isForm ? [...(await request.formData()).keys()] : await request.json()
      sent.push({ call, key: request.headers.get('idempotency-key'), body })
      const fate = fates[call]?.shift()
      if (fate !== undefined) return fate
      return Response.json({ ...(isForm ? {} : (body as object)), id: 70 + sent.length, person: 1 }, { status: 201 })
    }
  return { here, sent, fates, rows }
}
let ids = 0
export function popup(
  kind: NewRecordKind,
  {
    here,
    user = VOLUNTEER,
    typed = '',
    kept,
    onKeep = () => {},
    readPicture = () => Promise.resolve(undefined),
    withSession = (work) => work(),
  }: {
    here: Server
    user?: User
    typed?: string
    kept?: unknown
    onKeep?: (form: object | null) => void
    readPicture?: (id: string) => Promise<File | undefined>
    withSession?: <T>(work: () => Promise<T>) => Promise<T>
  },
) {
  const onAdded = vi.fn()
  const keep = vi.fn(onKeep)
  const deps = { client: here.client, pictureClient: here.client, user, withSession, newId: () => `key-${++ids}` }
  const record = createNewRecord(deps, { kind, typed, kept, keep, readPicture, onAdded })
  return { record, onAdded, keep }
}
export const year = (typed: string) => ({ specificity: 'year' as const, typed })
