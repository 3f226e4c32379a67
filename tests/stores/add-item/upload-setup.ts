import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { createUploads, type UploadDeps, type UploadImage } from '#stores/add-item/uploads.ts'
import { createImageSender } from '#stores/add-item/uploads/image-sender.ts'
import { NodeXhr } from '../../fixtures/node-xhr.ts'

/** One request as the server sees it. */
interface Sent {
  headers: IncomingMessage['headers']
  fields: Record<string, string>
  /** Names of the fields in their order. */
  order: string[]
  file: File
}
export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}
/** What the server does with a request. `broken`: the connection breaks; `silent`: no answer ever. */
type Server = (request: Sent) => Reply | 'broken' | 'silent' | Promise<Reply>

/** Forty times faster than real: a machine that is busy does not take an upload for one that stalls. */
export const schedule = (milliseconds: number, work: () => void) => {
  const timer = setTimeout(work, milliseconds / 40)
  return () => clearTimeout(timer)
}

export const images = (count: number): UploadImage[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `key-${index + 1}`,
    size: 1000,
    order: index + 1,
    watermark: 'Brannock Bay',
    color: 'black',
    position: 'bottom right',
    alt: '',
  }))

async function readForm(request: IncomingMessage): Promise<Sent> {
  const headers = { 'content-type': request.headers['content-type']! }
  const form = await new Response(Buffer.concat(await request.toArray()), { headers }).formData()
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    headers: request.headers,
    fields: Object.fromEntries(texts),
    order: [...form.keys()],
    file: form.get('image') as File,
  }
}

/** Uploads to a server that really listens. `state` counts what is under way and what was broken off. */
export function setUp(server: Server, deps: Partial<UploadDeps> = {}) {
  vi.stubGlobal('XMLHttpRequest', NodeXhr)
  const requests: Sent[] = []
  const state = { sending: 0, mostSending: 0, aborted: 0 }
  const listener = createServer((request, response) => {
    state.sending += 1
    state.mostSending = Math.max(state.mostSending, state.sending)
    response.on('close', () => {
      state.sending -= 1
      if (!response.writableFinished) state.aborted += 1
    })
    void readForm(request).then(async (sent) => {
      requests.push(sent)
      const reply = await server(sent)
      if (reply === 'silent') return
      if (reply === 'broken') return void request.destroy()
      const isText = typeof reply.body === 'string'
      response.writeHead(reply.status, { 'content-type': isText ? 'text/html' : 'application/json', ...reply.headers })
      response.end(isText ? reply.body : JSON.stringify(reply.body ?? ''))
    })
  })
  const listening = once(listener.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    listener.closeAllConnections()
    listener.close()
  })
  const token = { value: 'first' }
  const whenOnline = new Set<() => void>()
  const verifySession = vi.fn(() => Promise.resolve())
  const readImage = vi.fn((id: string) =>
    Promise.resolve(new File([new Uint8Array(1000)], `${id}.jpg`, { type: 'image/jpeg' })),
  )
  const uploads = createUploads({
    async sendImage(...image) {
      await listening
      const send = createImageSender({
        address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/api/scans/create/`,
        access: () => token.value,
        sendsKeys: () => true,
        schedule,
      })
      return send(...image)
    },
    readImage,
    verifySession,
    schedule,
    whenOnline: (work) => {
      whenOnline.add(work)
      return () => whenOnline.delete(work)
    },
    now: () => performance.now() * 100,
    ...deps,
  })
  return { uploads, requests, state, token, whenOnline, verifySession, readImage }
}

/** Answers with ids from 101. */
export function answersWithIds(): () => Reply {
  let next = 100
  return () => ({ status: 201, body: { id: ++next } })
}
export const keyOf = ({ headers }: Sent) => headers['idempotency-key']
export const stateOf = ({ uploads }: ReturnType<typeof setUp>, id: string) => uploads.$uploads.get()[id]
