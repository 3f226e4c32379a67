import { atom } from 'nanostores'
import { createClientOf } from '#client/client.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { User } from '#contract/account.ts'
import type { AddItemDeps } from '#stores/add-item/deps.ts'
import type { UploadImage, Uploads, UploadTotals } from '#stores/add-item/uploads.ts'
import type { ImageUpload } from '#stores/add-item/add-item-stores.ts'
import { type AddItemStores, createAddItemStores } from '#stores/add-item/create-add-item-stores.ts'
import { AWAY, clock, happening, settle, Status } from '../shared/fakes.ts'
import { device, type Device } from './device.ts'

export { AWAY, device, settle, Status }

/** A volunteer of our server, and one of a server with only the calls of spec §7. */
export const VOLUNTEER: User = { id: 7, organization: 2, role: 'volunteer', may: ['submit'] }
export const MEMBER: User = { id: 8, organization: 1, role: 'society', may: ['submit', 'describe_archivally'] }
export const CONTRACT_USER: User = { id: 7, organization: 2 }

/** What happens to a request: handled and answered, handled without an answer reaching the client, or never received. */
export type Fate = 'answered' | 'answer lost' | 'lost' | Status

/** A server that keeps items and scans, and knows Idempotency-Key, as ours does. */
export function server() {
  const items: (Record<string, unknown> & { id: number })[] = []
  const scans: (UploadImage & { scan: number; item: number })[] = []
  const answers = new Map<string, { body: string; id: number }>()
  const fates: Fate[] = []
  const asked: string[] = []
  /** Other replies, by method and path. */
  const replies: Record<string, (request: Request, query: URLSearchParams) => unknown> = {}

  function create(body: string, key: string | null) {
    const known = key === null ? undefined : answers.get(key)
    if (known)
      return known.body === body ? Response.json({ id: known.id }) : new Response('{"detail":"key"}', { status: 422 })
    const id = items.length + 100
    items.push({ ...JSON.parse(body), id })
    if (key !== null) answers.set(key, { body, id })
    return Response.json({ id }, { status: 201 })
  }
  const client = createClientOf(endpoints, {
    base: '',
    fetch: async (input, init) => {
      const url = new URL(input as string, 'http://town.test')
      const request = new Request(url, init)
      asked.push(`${request.method} ${url.pathname}${decodeURIComponent(url.search)}`)
      const fate = fates.shift() ?? 'answered'
      if (fate === 'lost') throw new TypeError('fetch failed')
      if (fate instanceof Status) return new Response(fate.text ?? '{"detail":"No."}', { status: fate.code })
      let answer: unknown = new Status(404)
      const reply = replies[`${request.method} ${url.pathname}`]
      if (reply) answer = await reply(request, url.searchParams)
      else if (url.pathname === '/api/item/post/')
        answer = create(await request.text(), request.headers.get('idempotency-key'))
      if (fate === 'answer lost' || answer === AWAY) throw new TypeError('fetch failed')
      if (answer instanceof Response) return answer
      if (answer instanceof Status) return new Response(answer.text ?? '{"detail":"No."}', { status: answer.code })
      return Response.json(answer)
    },
  })
  /** Stores a scan unless this image was stored before. */
  function upload(image: UploadImage, item: number): number {
    const before = scans.find(({ id }) => id === image.id)
    if (before) {
      if (JSON.stringify({ ...image, item, scan: before.scan }) !== JSON.stringify({ ...image, ...before }))
        throw new Error('Another request with this key')
      return before.scan
    }
    const scan = scans.length + 500
    scans.push({ ...image, item, scan })
    return scan
  }
  return { items, scans, fates, asked, replies, client, upload }
}
export type Server = ReturnType<typeof server>

/** Uploads whose images have the fates that the test gives; 'answered' without one. */
function fakeUploads(
  upload: (image: UploadImage, item: number) => number | Promise<number>,
  readImage: (id: string) => Promise<File | undefined>,
) {
  const $uploads = atom<Record<string, ImageUpload>>({})
  const totals: UploadTotals = {
    isPaused: false,
    isOffline: false,
    sentBytes: 0,
    bytes: 1,
    bytesPerSecond: 0,
    secondsLeft: null,
  }
  const fates: (Fate | 'tab killed')[] = []
  const runs: string[][] = []
  const uploads: Uploads = {
    $uploads,
    $totals: atom(totals),
    async start(images, item, { onBegin, onSent } = {}) {
      runs.push(images.map(({ id }) => id))
      const sent: { id: string; scan: number }[] = []
      for (const image of images) {
        const fate = fates.shift() ?? 'answered'
        const isFinal = fate instanceof Status && fate.code < 500
        $uploads.set({ ...$uploads.get(), [image.id]: { state: 'failed', text: 'No.', isFinal } })
        if ((await readImage(image.id)) === undefined) continue
        await onBegin?.(image.id)
        if (fate === 'tab killed') return new Promise(() => {})
        if (fate === 'lost' || fate instanceof Status) continue
        const scan = await upload(image, item)
        if (fate === 'answer lost') continue
        await onSent?.(image.id, scan)
        sent.push({ id: image.id, scan })
      }
      const ids = sent.map(({ id }) => id)
      return { sent, failed: images.map(({ id }) => id).filter((id) => !ids.includes(id)) }
    },
    pause() {},
    resume() {},
    retry() {},
    stop() {},
  }
  return { uploads, fates, runs }
}

export interface Given {
  device?: Device
  server?: Server
  user?: User
  withSession?: AddItemDeps['withSession']
  locks?: AddItemDeps['locks']
  /** Another archive than `server`. */
  client?: AddItemDeps['client']
  upload?: Parameters<typeof fakeUploads>[0]
}
let ids = 0

/** A tab with the wizard. */
export function tab({
  device: kept = device(),
  server: archive = server(),
  user = VOLUNTEER,
  withSession,
  locks,
  client,
  upload,
}: Given = {}) {
  const { schedule, pass } = clock()
  const hide = happening()
  const { uploads, fates, runs } = fakeUploads(upload ?? archive.upload, (id) => stores.readImage(id))
  let time = 1_000
  const deps: AddItemDeps = {
    client: client ?? archive.client,
    user,
    storage: kept.storageOfTab(),
    uploads,
    recordingClient: (client ?? archive.client) as AddItemDeps['recordingClient'],
    withSession: withSession ?? ((work) => work()),
    schedule,
    now: () => ++time,
    newId: () => `id-${++ids}`,
    onHide: hide.listen,
    locks,
  }
  const stores: AddItemStores = createAddItemStores(deps)
  return {
    stores,
    deps,
    device: kept,
    server: archive,
    imageFates: fates,
    runs,
    pass,
    hide: hide.happen,
    passDays: (days: number) => void (time += days * 24 * 60 * 60_000),
    draft: () => stores.$draft.get()!,
    fields: () => stores.$draft.get()!.fields,
    async begin() {
      const end = stores.start()
      await pass()
      return end
    },
    /** A photograph that may be submitted. */
    async fill(title = 'The mill', images = 0) {
      stores.change({ type: 'photograph', title, description: 'From the bridge' })
      if (images > 0) await stores.addImages(Array.from({ length: images }, (_, at) => aFile(`${at + 1}.jpg`)))
      await pass(1_000)
    },
    async submit(options?: { again: boolean }) {
      void stores.submit(options)
      await pass()
    },
  }
}
export type Tab = ReturnType<typeof tab>

export const aFile = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
export const aTag = (id: number, name = `Tag ${id}`) => ({ id, name, detail: '', pending: false })

/** Another tab of the same browser. */
export async function opened(here: Tab, user = VOLUNTEER) {
  const other = tab({ device: here.device, user })
  await other.begin()
  return other
}
