import { createClientOf } from '#client/client.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { DeskRecord, RecordFields } from '#contract/record.ts'
import { createPlaces } from '#stores/review/places/places.ts'
import { clock } from '../../shared/fakes.ts'
import { draft, keptEdits } from '../world.ts'

/** A square of a thousandth of a degree. */
const square = (x: number) => ({ type: 'Polygon', coordinates: [[[x, 43], [x + 0.001, 43], [x + 0.001, 43.001], [x, 43.001], [x, 43]]] }) // prettier-ignore
const LINKS = [
  { kind: 'items', key: 5, label: 'The mill', detail: '' },
  { kind: 'lots', key: '12-A', label: 'Lot 12-A', detail: '2 owners' },
]

interface Call {
  call: string
  match: string | null
  body: unknown
}
/** What a path answers instead, once; `null` for no answer at all. */
type Instead = { status: number; body?: unknown } | null

/** The page of places on an archive in memory with two places, which checks versions as the server does. */
export function placesWorld({ query = '', device = new Map<string, unknown>() } = {}) {
  const zone = (key: number, name: string): DeskRecord =>
    draft(key, {
      ...{ kind: 'locations', label: name, version: `v${key}`, state: 'published' },
      fields: { name, address: '', altnames: [], geometry: square(-81 - key / 1000) },
    })
  const archive = new Map([zone(1, 'Mill'), zone(2, 'Harbour')].map((each) => [Number(each.key), each]))
  const calls: Call[] = []
  const instead = new Map<string, Instead[]>()

  function answer(method: string, path: string, match: string | null, sent: RecordFields): Instead {
    if (path === '/api/locations/') {
      const features = [...archive.values()].map(({ key, fields: { name, address, geometry } }) => ({
        type: 'Feature',
        geometry,
        properties: { pk: key, name, address, altnames: '[]' },
      }))
      return { status: 200, body: { type: 'FeatureCollection', features } }
    }
    const [, key, step] = /^\/api\/records\/locations\/(\d+)\/(?:(\w+)\/)?$/.exec(path) ?? []
    if (step === 'links') return { status: 200, body: LINKS }
    if (path === '/api/records/locations/' && method === 'POST') {
      const made = { ...zone(9, sent['name'] as string), fields: sent }
      archive.set(9, made)
      return { status: 201, body: made }
    }
    const record = archive.get(Number(key))
    if (!record) return { status: 404, body: { detail: 'Not found.' } }
    if (method === 'GET') return { status: 200, body: record }
    if (match !== `"${record.version}"`) return { status: 412, body: { detail: 'Changed.', changed: [], record } }
    const next = { ...record, version: `${record.version}+`, fields: { ...record.fields, ...sent } }
    archive.set(Number(key), next)
    return { status: 200, body: next }
  }
  const client = createClientOf(endpoints, {
    base: '',
    fetch: async (input, init) => {
      const url = new URL(input as string, 'http://town.test')
      const call = `${init!.method} ${url.pathname}`
      const match = new Headers(init!.headers).get('if-match')
      const sent = init!.body ? (JSON.parse(init!.body as string) as RecordFields) : {}
      calls.push({ call, match, body: sent })
      await Promise.resolve()
      const other = instead.get(call)?.shift()
      const given = other === undefined ? answer(init!.method!, url.pathname, match, sent) : other
      if (given === null) throw new TypeError('fetch failed')
      return given.status === 204 ? new Response(null, { status: 204 }) : Response.json(given.body ?? {}, given)
    },
  })
  let shown = query
  const { schedule, pass } = clock()
  const places = createPlaces({
    client,
    withSession: (work) => work(),
    schedule,
    newId: () => 'new-id',
    kept: keptEdits(schedule, device),
    data: () => Promise.reject(new Error('No build yet')),
    whenOnline: () => () => {},
    address: { read: () => new URLSearchParams(shown), replace: (next) => void (shown = next) },
  })
  return {
    places,
    pass,
    calls,
    zone,
    address: () => shown,
    change(key: number, fields: RecordFields) {
      const record = archive.get(key)!
      archive.set(key, { ...record, version: `${record.version}!`, fields: { ...record.fields, ...fields } })
    },
    answerInstead: (call: string, ...answers: Instead[]) => instead.set(call, answers),
  }
}
