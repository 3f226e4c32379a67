import { retryAfterSeconds } from '#client/client.ts'
import type { Schedule } from '#stores/shared/deps.ts'
import type { Answer, SendResult } from './answers.ts'

/** Milliseconds without progress after which a connection counts as broken: while bytes are sent, and while the server reads the picture. */
const STALLED = { sending: 30_000, sent: 150_000 } as const

/** Form fields of POST /api/scans/create/ (spec §7). They precede the file, so that the server can refuse before it reads it. */
interface ScanForm {
  item: number
  watermark: string
  order: number
  color: string
  position: string
  alt: string
}
const FIELDS: readonly (keyof ScanForm)[] = ['item', 'watermark', 'order', 'color', 'position', 'alt']

interface Options {
  /** Address of POST /api/scans/create/. */
  address: string
  /** The access token of now; null when logged out. */
  access(): string | null
  /** Whether `Idempotency-Key` is sent: a server on another origin that doesn't know it would refuse the whole request. */
  sendsKeys(): boolean
  schedule: Schedule
}

interface SentImage {
  /** Its Idempotency-Key, the same for every attempt. */
  key: string
  file: File
  form: ScanForm
}

/** Sends an image by XMLHttpRequest, which alone tells the progress of an upload. Each call is one attempt; retries are the caller's. `onProgress` gets 0 to 1. */
export const createImageSender =
  ({ address, access, sendsKeys, schedule }: Options) =>
  ({ key, file, form }: SentImage, signal: AbortSignal, onProgress: (progress: number) => void): Promise<SendResult> =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest()
      const end = (result: SendResult) => {
        cancelTimer()
        signal.removeEventListener('abort', onAbort)
        resolve(result)
      }
      const giveUp = (kind: 'aborted' | 'broken') => {
        end({ kind })
        request.abort()
      }
      const onAbort = () => giveUp('aborted')
      const timer = (progress: number) =>
        schedule(progress < 1 ? STALLED.sending : STALLED.sent, () => giveUp('broken'))
      let cancelTimer = timer(0)
      request.upload.onprogress = ({ loaded, total }) => {
        if (!loaded || !total) return
        const progress = Math.min(1, loaded / total)
        cancelTimer()
        cancelTimer = timer(progress)
        onProgress(progress)
      }
      request.onload = () => end({ kind: 'answered', answer: readAnswer(request) })
      request.onerror = () => end({ kind: 'broken' })
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) return onAbort()

      const body = new FormData()
      for (const field of FIELDS) body.append(field, String(form[field]))
      body.append('image', file, file.name)
      request.open('POST', address)
      request.setRequestHeader('accept', 'application/json')
      if (sendsKeys()) request.setRequestHeader('idempotency-key', key)
      const token = access()
      if (token !== null) request.setRequestHeader('authorization', `JWT ${token}`)
      request.send(body)
    })
export type SendImage = ReturnType<typeof createImageSender>

function readAnswer(request: XMLHttpRequest): Answer {
  const isPage = /html/i.test(request.getResponseHeader('content-type') ?? '')
  return {
    status: request.status,
    body: isPage ? undefined : parseJson(request.responseText),
    isPage,
    retryAfter: retryAfterSeconds(request.getResponseHeader('retry-after')),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
