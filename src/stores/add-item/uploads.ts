import { atom } from 'nanostores'
import { UPLOAD } from '#contract/limits.ts'
import { IMAGE_UPLOAD } from '#contract/picture-messages.ts'
import type { Schedule } from '#stores/shared/deps.ts'
import type { ImageUpload } from './add-item-stores.ts'
import { nextStep, type Failures } from './uploads/answers.ts'
import { backoff, createGate } from './uploads/gate.ts'
import type { DraftImage } from './draft.ts'
import type { SendImage } from './uploads/image-sender.ts'
import { createSpeed } from './uploads/speed.ts'

/** An image to send. `order` starts at 1 (spec §7). */
export type UploadImage = Pick<DraftImage, 'id' | 'size' | 'watermark' | 'color' | 'position' | 'alt'> & {
  order: number
}

/** Calls while images are sent. What they return is awaited, so that the draft is stored first. */
interface UploadEvents {
  /** The first attempt of an image begins: its fields stay as they are from now on. */
  onBegin(id: string): Promise<void>
  /** The server has answered. `scan` is 0 where it did not say the id. */
  onSent(id: string, scan: number): Promise<void>
}

export interface UploadDeps {
  sendImage: SendImage
  /** The file of an image, read only when its turn comes; undefined when the device lost it. */
  readImage(id: string): Promise<File | undefined>
  /**
   * Asks the server who is logged in, which refreshes the token and, if the session is over, waits for a login. Rejects with UnreachableError or
   * ApiError while there is no answer, and with any other error when the user does not log in.
   */
  verifySession(): Promise<unknown>
  schedule: Schedule
  whenOnline(work: () => void): () => void
  /** Milliseconds. */
  now(): number
}

const NO_TOTALS = {
  sentBytes: 0,
  bytes: 0,
  bytesPerSecond: 0,
  /** Null while it can't be told. */
  secondsLeft: null as number | null,
  isPaused: false,
  /** The archive can't be reached; it goes on by itself. */
  isOffline: false,
}
export type UploadTotals = typeof NO_TOTALS

/** One call of `start`. */
interface Run {
  item: number
  images: Map<string, UploadImage>
  events: Partial<UploadEvents>
  waiting: UploadImage[]
  /** Being sent, or waiting for a retry. */
  active: Map<string, AbortController>
  failures: Map<string, Failures>
  sent: { id: string; scan: number }[]
  finish(): void
}

/** Uploads of the add-item wizard (spec §7 "Submission sequence"): retried, paused and resumed without sending an image twice. */
export function createUploads(deps: UploadDeps) {
  const $uploads = atom<Readonly<Record<string, ImageUpload>>>({})
  const $totals = atom<UploadTotals>(NO_TOTALS)
  const speed = createSpeed(deps.now)
  let run: Run | undefined

  const setUpload = (id: string, upload: ImageUpload) => $uploads.set({ ...$uploads.get(), [id]: upload })
  const setTotals = (change: Partial<UploadTotals>) => $totals.set({ ...$totals.get(), ...change })
  const gate = createGate({
    ...deps,
    onOpen: pump,
    onGivenUp: pause,
    onOffline(isOffline) {
      setTotals({ isOffline })
      forgetSpeed()
    },
  })

  /** What was measured before a line was cut, or an upload ended, says nothing of what comes. */
  function forgetSpeed() {
    speed.reset()
    setTotals({ bytesPerSecond: 0, secondsLeft: null })
  }

  function countBytes() {
    const uploads = $uploads.get()
    let sentBytes = 0
    for (const { id, size } of run?.images.values() ?? []) {
      const upload = uploads[id]
      if (upload?.state === 'sent') sentBytes += size
      if (upload?.state === 'sending') sentBytes += upload.progress * size
    }
    const { bytes } = $totals.get()
    const bytesPerSecond = speed.measure(sentBytes)
    const secondsLeft = bytesPerSecond > 0 ? Math.ceil((bytes - sentBytes) / bytesPerSecond) : null
    setTotals({ sentBytes: Math.round(sentBytes), bytesPerSecond, secondsLeft })
  }

  /** Whole per cents, so that forty images don't redraw the page with every packet. */
  function setProgress(id: string, progress: number) {
    const rounded = Math.floor(progress * 100) / 100
    const before = $uploads.get()[id]
    if (before?.state === 'sending' && before.progress === rounded) return
    setUpload(id, { state: 'sending', progress: rounded })
    countBytes()
  }

  /** Starts what may start. */
  function pump() {
    if (!run) return
    while (!$totals.get().isPaused && gate.isOpen() && run.active.size < UPLOAD.atOnce) {
      const image = run.waiting.shift()
      if (!image) break
      const controller = new AbortController()
      run.active.set(image.id, controller)
      void send(run, image, controller.signal)
    }
    if (run.waiting.length === 0 && run.active.size === 0) run.finish()
  }

  async function send(current: Run, image: UploadImage, signal: AbortSignal) {
    const { id, size, order, watermark, color, position, alt } = image
    setProgress(id, 0)
    const file = await readStored(id)
    if (!file) return end(current, id, { state: 'failed', text: IMAGE_UPLOAD.lost, isFinal: true })
    await current.events.onBegin?.(id)
    const form = { item: current.item, watermark, order, color, position, alt }
    const result = await deps.sendImage({ key: id, file, form }, signal, (progress) => setProgress(id, progress))
    if (result.kind === 'aborted') return run === current && waitAgain(current, image)
    const failures = current.failures.get(id) ?? { broken: 0, errors: 0, unauthorized: 0 }
    current.failures.set(id, failures)
    const next = nextStep(result, failures, size)
    if (next.step === 'sent') await current.events.onSent?.(id, next.scan)
    if (run !== current) return
    switch (next.step) {
      case 'sent':
        current.sent.push({ id, scan: next.scan })
        return end(current, id, { state: 'sent' })
      case 'fail':
        return end(current, id, { state: 'failed', text: next.text, isFinal: next.isFinal })
      case 'retry':
        setUpload(id, { state: 'waiting' })
        deps.schedule(backoff(failures.errors), () => run === current && waitAgain(current, image))
        return
      case 'wait':
        gate.holdFor(next.seconds)
        return waitAgain(current, image)
      case 'recover':
        gate.recover(next.why)
        return waitAgain(current, image)
    }
  }

  /** Undefined when the file is gone or can't be read: a broken upload would not tell why. */
  async function readStored(id: string): Promise<File | undefined> {
    try {
      const file = await deps.readImage(id)
      await file?.slice(0, 1).arrayBuffer()
      return file
    } catch {
      return undefined
    }
  }

  function end(current: Run, id: string, upload: ImageUpload) {
    if (run !== current) return
    current.active.delete(id)
    setUpload(id, upload)
    countBytes()
    pump()
  }

  function waitAgain(current: Run, image: UploadImage) {
    current.active.delete(image.id)
    current.waiting.push(image)
    current.waiting.sort((a, b) => a.order - b.order)
    setUpload(image.id, { state: $totals.get().isPaused ? 'paused' : 'waiting' })
    forgetSpeed()
    countBytes()
    pump()
  }

  function pause() {
    if (!run || $totals.get().isPaused) return
    setTotals({ isPaused: true })
    forgetSpeed()
    for (const { id } of run.waiting) setUpload(id, { state: 'paused' })
    for (const controller of run.active.values()) controller.abort()
  }

  return {
    $uploads,
    $totals,
    /** Sends images, three at a time. Resolves when each was sent or failed, or after `stop`, which leaves the rest in `failed`. */
    start(images: readonly UploadImage[], item: number, events: Partial<UploadEvents> = {}) {
      return new Promise<{ sent: { id: string; scan: number }[]; failed: string[] }>((resolve) => {
        const current: Run = {
          item,
          events,
          images: new Map(images.map((image) => [image.id, image])),
          waiting: images.toSorted((a, b) => a.order - b.order),
          active: new Map(),
          failures: new Map(),
          sent: [],
          finish() {
            const { sent } = current
            run = undefined
            forgetSpeed()
            gate.reset()
            resolve({ sent, failed: [...current.images.keys()].filter((id) => !sent.some((each) => each.id === id)) })
          },
        }
        run = current
        speed.reset()
        $uploads.set({ ...$uploads.get(), ...Object.fromEntries(images.map(({ id }) => [id, { state: 'waiting' }])) })
        $totals.set({ ...NO_TOTALS, bytes: images.reduce((sum, { size }) => sum + size, 0) })
        pump()
      })
    },
    /** Aborts what is under way; `resume` sends it again, with the same keys. */
    pause,
    resume() {
      if (!run || !$totals.get().isPaused) return
      setTotals({ isPaused: false })
      for (const { id } of run.waiting) setUpload(id, { state: 'waiting' })
      pump()
    },
    /** Sends failed images again while others are still under way; afterwards `start` does, with what is left. */
    retry() {
      if (!run) return
      for (const image of run.images.values()) {
        const upload = $uploads.get()[image.id]
        if (upload?.state !== 'failed' || upload.isFinal) continue
        run.failures.delete(image.id)
        waitAgain(run, image)
      }
    },
    stop() {
      const stopped = run
      stopped?.finish()
      for (const controller of stopped?.active.values() ?? []) controller.abort()
    },
  }
}
export type Uploads = ReturnType<typeof createUploads>
