import Uppy from '@uppy/core'
import XHRUpload from '@uppy/xhr-upload'
import { retryAfterSeconds } from '#client/client.ts'
import { UPLOAD } from '#contract/limits.ts'
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
const FIELDS: (keyof ScanForm)[] = ['item', 'watermark', 'order', 'color', 'position', 'alt']
// A type, not an interface: Uppy wants an index signature.
type Meta = { [Field in keyof ScanForm]: ScanForm[Field] } & { key: string; relativePath: string }
type NoBody = Record<string, never>

interface Options {
  /** Address of POST /api/scans/create/. */
  address: string
  /** The access token of now; null when logged out. */
  access(): string | null
  /** Whether `Idempotency-Key` is sent: a server on another origin that doesn't know it would refuse the whole request. */
  sendsKeys(): boolean
  schedule: Schedule
}

interface Attempt {
  onProgress(progress: number): void
  end(result: SendResult): void
  request?: XMLHttpRequest
}

/** Sends images by Uppy's XHRUpload, since only XMLHttpRequest tells the progress of an upload. Each call is one attempt; retries are the caller's. */
export function createImageSender({ address, access, sendsKeys, schedule }: Options) {
  const attempts = new Map<string, Attempt>()
  const silent = () => {}
  const uppy = new Uppy<Meta, NoBody>({ logger: { debug: silent, warn: silent, error: silent } })
  uppy.use(XHRUpload<Meta, NoBody>, {
    endpoint: address,
    fieldName: 'image',
    limit: UPLOAD.atOnce,
    allowedMetaFields: FIELDS,
    timeout: 0,
    shouldRetry: () => false,
    headers: ({ meta }): Record<string, string> => ({
      accept: 'application/json',
      ...(sendsKeys() && { 'idempotency-key': meta.key }),
    }),
    onBeforeRequest(request, _, [file]) {
      const attempt = file && attempts.get(file.id)
      if (attempt) attempt.request = request
      const token = access()
      if (token !== null) request.setRequestHeader('authorization', `JWT ${token}`)
    },
    // Uppy would throw for an answer that isn't JSON.
    getResponseData: () => ({}),
  })

  uppy.on('upload-progress', (file, { bytesUploaded, bytesTotal }) => {
    if (file && bytesUploaded && bytesTotal) attempts.get(file.id)?.onProgress(Math.min(1, bytesUploaded / bytesTotal))
  })
  const onEnd = (file: { id: string } | undefined) => {
    const attempt = file && attempts.get(file.id)
    const { request } = attempt ?? {}
    attempt?.end(request?.status ? { kind: 'answered', answer: readAnswer(request) } : { kind: 'broken' })
  }
  uppy.on('upload-success', onEnd)
  uppy.on('upload-error', onEnd)

  return {
    /** `key`: its Idempotency-Key, the same for every attempt. `onProgress` gets 0 to 1. */
    send(
      { key, file, form }: { key: string; file: File; form: ScanForm },
      signal: AbortSignal,
      onProgress: (progress: number) => void,
    ): Promise<SendResult> {
      return new Promise((resolve) => {
        const { name, type } = file
        // `relativePath` makes the id unique: two images may be copies of one file.
        const id = uppy.addFile({ name, type, data: file, meta: { ...form, key, relativePath: key } })
        const end = (result: SendResult) => {
          if (!attempts.delete(id)) return
          cancelTimer()
          signal.removeEventListener('abort', onAbort)
          // Aborts the request if it is still under way.
          uppy.removeFile(id)
          resolve(result)
        }
        const onAbort = () => end({ kind: 'aborted' })
        const timer = (progress: number) =>
          schedule(progress < 1 ? STALLED.sending : STALLED.sent, () => end({ kind: 'broken' }))
        let cancelTimer = timer(0)
        attempts.set(id, {
          end,
          onProgress(progress) {
            cancelTimer()
            cancelTimer = timer(progress)
            onProgress(progress)
          },
        })
        signal.addEventListener('abort', onAbort)
        if (signal.aborted) return onAbort()
        uppy.upload().catch(() => end({ kind: 'broken' }))
      })
    },
    close: () => uppy.destroy(),
  }
}
export type ImageSender = ReturnType<typeof createImageSender>

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
