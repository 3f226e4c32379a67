import { createClientOf } from '#client/client.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { DeskRecord, RecordFields } from '#contract/record.ts'
import { REVIEWED_KINDS } from '#contract/record.ts'
import type { DraftStorage } from '#stores/add-item/draft-storage.ts'
import { createDesk } from '#stores/review/desk.ts'
import { createKeptEdits } from '#stores/review/kept-edits.ts'
import type { Schedule } from '#stores/shared/deps.ts'
import { clock, settle } from '../shared/fakes.ts'

export const draft = (key: number, more: Partial<DeskRecord> = {}): DeskRecord => ({
  ...{
    kind: 'items',
    key,
    label: `Item ${key}`,
    version: `v${key}`,
    state: 'waiting',
    author: { id: 7, name: 'Vera' },
  },
  ...{ submitted_at: '2026-11-01T10:00:00.000Z', note: '', fields: { title: `Item ${key}` } },
  ...{ scans: [], files: [], brings: [], history: [], names: {}, claim: null, ...more },
})

/** Unsaved edits of account 1 on a device. */
export function keptEdits(schedule: Schedule = clock().schedule, device = new Map<string, unknown>()) {
  const storage = {
    all: () => Promise.resolve([...device.values()]),
    update: (id: string, change: (old: unknown) => unknown) =>
      Promise.resolve(void device.set(id, structuredClone(change(null)))),
    remove: (id: string) => Promise.resolve(void device.delete(id)),
  }
  return createKeptEdits({ storage: storage as unknown as DraftStorage, owner: { api: '', account: 1 }, schedule })
}

interface Call {
  call: string
  match: string | null
  body: unknown
}
interface Request {
  method: string
  path: string
  params: URLSearchParams
  match: string | null
  sent: RecordFields
}
/** What a path answers instead: a status with a body, `null` for no answer at all. */
export type Instead = { status: number; body?: unknown } | null

/** A review desk on an archive in memory, which checks versions as the server does. */
export function world({
  records = [1, 2, 3].map((key) => draft(key)),
  query = '',
  isWide = true,
  pageSize = 25,
  device = new Map<string, unknown>(),
}: {
  records?: DeskRecord[]
  query?: string
  isWide?: boolean
  pageSize?: number
  device?: Map<string, unknown>
} = {}) {
  const archive = new Map(records.map((record) => [`${record.kind}/${record.key}`, record]))
  const calls: Call[] = []
  const instead = new Map<string, Instead[]>()
  const STATES = {
    publish: 'published',
    return: 'returned',
    discard: 'discarded',
    resubmit: 'waiting',
    unpublish: 'waiting',
  }

  function queuePage(params: URLSearchParams) {
    const state = params.get('state') ?? 'waiting'
    const listed = [...archive.values()].filter((record) => record.state === state)
    const page = Number(params.get('page') ?? 1)
    const results = listed.slice((page - 1) * pageSize, page * pageSize).map(({ kind, key, label, state, author }) => ({
      ...{ kind, key, label, type: 'photograph', state, author, submitted_at: null, note: '', scans: 0 },
      ...{ first_scan: null, address: null, brings: [], claim: null },
    }))
    const kinds = Object.fromEntries(REVIEWED_KINDS.map((kind) => [kind, 0]))
    const counts = { states: { waiting: listed.length, returned: 0, discarded: 0 }, kinds }
    return { count: pageSize === 25 ? listed.length : (listed.length / pageSize) * 25, results, counts, authors: [] }
  }
  function answer({ method, path, params, match, sent }: Request): { status: number; body?: unknown } {
    if (path === '/api/review/') return { status: 200, body: queuePage(params) }
    const [, kind, key, step] = /^\/api\/records\/(\w+)\/(\d+)\/(?:(\w+)\/)?$/.exec(path) ?? []
    const record = archive.get(`${kind}/${key}`)
    if (!record) return { status: 404, body: { detail: 'Not found.' } }
    if (!step && method === 'GET') return { status: 200, body: record }
    if (match !== `"${record.version}"`) return { status: 412, body: { detail: 'Changed.', changed: [], record } }
    if (method === 'PATCH') {
      const version = `${record.version}+`
      archive.set(`${kind}/${key}`, { ...record, version, fields: { ...record.fields, ...sent } })
      return { status: 200, body: archive.get(`${kind}/${key}`) }
    }
    const next = { ...record, state: STATES[step as 'publish'] as DeskRecord['state'] }
    archive.set(`${kind}/${key}`, next)
    return { status: 200, body: next }
  }
  const client = createClientOf(endpoints, {
    base: '',
    fetch: async (input, init) => {
      const url = new URL(input as string, 'http://town.test')
      const call = `${init!.method} ${url.pathname}`
      const match = new Headers(init!.headers).get('if-match')
      calls.push({ call: call + url.search, match, body: init!.body ? JSON.parse(init!.body as string) : undefined })
      const sent = calls.at(-1)!.body as RecordFields
      await Promise.resolve()
      const other = instead.get(call)?.shift()
      if (other === null) throw new TypeError('fetch failed')
      const request = { method: init!.method!, path: url.pathname, params: url.searchParams, match, sent }
      const { status, body } = other ?? answer(request)
      return status === 204 ? new Response(null, { status }) : Response.json(body ?? {}, { status })
    },
  })
  let ids = 0
  let shown = query
  const show = (next: string) => void (shown = next)
  const { schedule, pass, now } = clock()
  const desk = createDesk({
    client,
    withSession: (work) => work(),
    readView: (record) => Promise.resolve(`view of ${record.label}`),
    address: { read: () => new URLSearchParams(shown), replace: show, push: show },
    isWide: () => isWide,
    now,
    schedule,
    newId: () => `id-${(ids += 1)}`,
    sendScan: () => Promise.resolve(),
    sendPicture: () => Promise.resolve(),
    recordingClient: client,
    kept: keptEdits(schedule, device),
    user: 1,
  })
  const open = () => desk.$open.get()
  return {
    desk,
    calls,
    pass,
    settle,
    /** Changes a record behind the desk's back. */
    change: (key: number, more: Partial<DeskRecord>) => {
      const text = `items/${key}`
      archive.set(text, { ...archive.get(text)!, ...more })
    },
    /** The next calls of a path are answered with these. */
    answerInstead: (call: string, ...others: Instead[]) => void instead.set(call, others),
    fieldsOf: (key: number) => archive.get(`items/${key}`)!.fields,
    stateOf: (key: number) => archive.get(`items/${key}`)!.state,
    address: () => shown,
    openKey: () => {
      const shown = open()
      return shown.state === 'none' ? null : shown.name.key
    },
    open,
    listed: () => desk.$queue.get().entries.map(({ key }) => key),
  }
}
