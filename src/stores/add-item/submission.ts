import { DOCUMENT } from '#contract/limits.ts'
import { atom } from 'nanostores'
import { ApiError } from '#client/errors.ts'
import { ERROR } from '#contract/messages.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { type Author, changedBody, fieldErrors, type FieldErrors } from '#rules/wizard/item-body.ts'
import { hasImages, type Section } from '#rules/wizard/sections.ts'
import type { Submission } from './add-item-stores.ts'
import type { AddItemDeps } from './deps.ts'
import type { Draft, DraftImage, SentImage } from './draft.ts'
import type { DraftState } from './draft-state.ts'
import { readSubmission, sendChanges, sendScanChanges } from './edit-submission.ts'
import type { Images } from './images.ts'
import { postItem } from './post-item.ts'
import type { DraftRecording } from './recording.ts'
import { failureOf, refusedFields, sectionWithError } from './submit-errors.ts'
import type { UploadImage } from './uploads.ts'
import * as v from 'valibot'

type Deps = Pick<AddItemDeps, 'client' | 'now' | 'newId' | 'storage' | 'uploads' | 'withSession' | 'locks'> & {
  state: DraftState
  images: Images
  recording: DraftRecording
  author: Author
  hasAdditions: boolean
  showErrors(errors: FieldErrors & { submit?: string }): void
  goTo(section: Section): void
}

/** Sends the open draft (spec §7 "Submission sequence", §8): the item once, then each image once, whatever fails in between. */
export function createSubmission(deps: Deps) {
  const { client, storage, uploads, withSession, locks, state, images, author, hasAdditions, showErrors, goTo } = deps
  const $submission = atom<Submission>({ state: 'idle' })
  let isSending = false
  /** Images of the open draft that may have come twice. */
  let mayBeTwice = 0

  function refuse(errors: FieldErrors & { submit?: string }, { fields }: Draft) {
    showErrors(errors)
    $submission.set({ state: 'idle' })
    const { submit: _general, ...atFields } = errors
    const section = sectionWithError(atFields, fields.type)
    if (section) goTo(section)
  }
  function fail(problem: unknown, draft: Draft) {
    if (problem instanceof ApiError && problem.status === 400 && Object.keys(problem.fields).length > 0)
      refuse(refusedFields(problem), draft)
    else $submission.set(failureOf(problem))
  }

  /** Shows the totals of the uploads while `work` runs. */
  async function showingTotals<T>(work: () => Promise<T>): Promise<T> {
    const end = uploads.$totals.subscribe((totals) => $submission.set({ state: 'sending-images', ...totals }))
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** The number of images that failed. */
  async function sendMissing(draft: string, item: number): Promise<number> {
    if (!hasAdditions) mayBeTwice += await findArrived(deps, draft, item)
    if (imagesToSend(state.$draft.get()!).length === 0) return 0
    return showingTotals(() => sendImages(deps, draft, item))
  }

  /** The server has everything, so nothing is kept here, unless another tab has changed the draft meanwhile. A device that refuses is no reason to send again. */
  async function finish({ id }: Draft, item: number) {
    images.forgetRemoved()
    const isKept = state.isBehind()
    await state.forget()
    if (!isKept) await storage.remove(id).catch(() => {})
    const { fields, itemFields, images: all } = state.$draft.get()!
    const hasUnsentChanges = itemFields !== null && Object.keys(changedBody(itemFields, fields, author)).length > 0
    const sent = all.filter(({ scan }) => scan !== null).length
    $submission.set({ state: 'done', item, images: sent, hasUnsentChanges, mayBeTwice })
    mayBeTwice = 0
  }

  const resubmit = (key: number) => client.call('resubmit', { path: { kind: 'items', key } })

  async function send(draft: Draft, again: boolean) {
    try {
      $submission.set({ state: 'sending-item' })
      const known = draft.item
      const posted = known === null ? await withSession(() => postItem(deps, draft.id, again)) : { item: known }
      if (posted === 'unsure') return $submission.set({ state: 'unsure', text: ERROR.submit, more: WIZARD.unsure })
      const changes = hasAdditions ? await withSession(() => sendChanges(deps, draft.id, posted.item)) : []
      if (changes.length > 0) return $submission.set({ state: 'changed', changes })
      const failed = await sendMissing(draft.id, posted.item)
      if (failed > 0) return $submission.set({ state: 'images-failed', failed })
      if (!(await deps.recording.send(draft.id, posted.item, (next) => $submission.set(next)))) return
      if (hasAdditions) await withSession(() => sendScanChanges(deps, draft.id))
      if (draft.editing?.isReturned) await withSession(() => resubmit(posted.item))
      await finish(draft, posted.item)
    } catch (problem) {
      fail(problem, draft)
    }
  }

  /** One tab sends a draft at a time. */
  const withLock = (id: string, work: () => Promise<void>): Promise<void> =>
    locks
      ? locks.request(`lotline-draft-${id}`, { ifAvailable: true }, async (lock) => {
          if (lock) return work()
          $submission.set({ state: 'failed', text: ERROR.submit, more: WIZARD.sendingElsewhere })
        })
      : work()

  async function submit({ again } = { again: false }) {
    const draft = state.$draft.get()
    if (!draft || isSending) return
    const errors = fieldErrors(draft.fields, author)
    if (Object.keys(errors).length > 0) return refuse(errors, draft)
    isSending = true
    try {
      showErrors({})
      await state.flush()
      // The other tab may have sent it already.
      if (state.isBehind()) return
      await withLock(draft.id, () => send(state.$draft.get()!, again))
    } finally {
      isSending = false
    }
  }
  return {
    $submission,
    isSending: () => isSending,
    submit,
    /** While images are being sent: those that failed. Afterwards: all that is missing. */
    retry() {
      if (isSending) uploads.retry()
      else void submit()
    },
    dismiss() {
      if (!isSending) $submission.set({ state: 'idle' })
    },
    /** A returned or waiting submission as a draft. */
    read: (key: number): Promise<Draft> => withSession(() => readSubmission(deps, key)),
  }
}

/** What goes with an image at this place of the list (spec §7 "Submission sequence"). A begun upload is repeated as it was. */
const sentImage = ({ sent, scan, watermark, color, position, alt }: DraftImage, at: number, step: number): SentImage =>
  scan === null && sent ? sent : { order: at * step + 1, watermark, color, position, alt }

/** Between the orders of two images: pages of a document come between them. */
const stepOf = (images: readonly DraftImage[]) =>
  images.some(({ name }) => /\.(?:pdf|tiff?)$/i.test(name)) ? DOCUMENT.orders : 1

/** The images that the server does not have yet, in order. None for types without images. */
const imagesToSend = ({ fields, images }: Draft): UploadImage[] =>
  hasImages(fields.type)
    ? images.flatMap((image, at) =>
        image.scan === null ? [{ id: image.id, size: image.size, ...sentImage(image, at, stepOf(images)) }] : [],
      )
    : []

/** Sends what is missing. Each answer is stored as it comes. Resolves with the number of images that failed. */
async function sendImages({ uploads, state }: Deps, draft: string, item: number): Promise<number> {
  const setImages = (ids: readonly string[], work: (image: DraftImage, at: number, step: number) => DraftImage) =>
    state.record(draft, (open) => ({
      ...open,
      images: open.images.map((image, at) => (ids.includes(image.id) ? work(image, at, stepOf(open.images)) : image)),
    }))
  const { failed } = await uploads.start(imagesToSend(state.$draft.get()!), item, {
    onBegin: (id) => setImages([id], (image, at, step) => ({ ...image, sent: sentImage(image, at, step) })),
    onSent: (id, scan) =>
      setImages([id], (image, at, step) => ({ ...image, scan, sent: image.sent ?? sentImage(image, at, step) })),
  })
  // Nothing of a refused image was stored: its fields may be changed before the next try.
  const refused = failed.filter((id) => {
    const upload = uploads.$uploads.get()[id]
    return upload?.state === 'failed' && upload.isFinal
  })
  if (refused.length > 0) await setImages(refused, (image) => ({ ...image, sent: null }))
  return failed.length
}

/** Of an item as read (spec §3), all that is needed here; `order` is what some servers add. */
const itemScans = v.object({ item_scans: v.array(v.object({ id: v.number(), order: v.optional(v.number()) })) })

/** Which of the images that were begun have arrived: image id to scan id. Undefined where the scans don't say which, only how many. */
function matchArrived(begun: readonly DraftImage[], unknown: v.InferOutput<typeof itemScans>['item_scans']) {
  const byOrder = new Map(unknown.map(({ id, order }) => [order, id]))
  if (!byOrder.has(undefined))
    return new Map(begun.flatMap(({ id, sent }) => (byOrder.has(sent!.order) ? [[id, byOrder.get(sent!.order)!]] : [])))
  if (unknown.length === 0) return new Map<string, number>()
  // Which scan is which does not matter.
  return unknown.length >= begun.length ? new Map(begun.map(({ id }, at) => [id, unknown[at]!.id])) : undefined
}

/**
 * For a server without idempotency keys: images whose upload was begun and never answered, in a tab that was killed or a connection that broke, count as
 * sent if the item has them. Resolves with the number of images that may come twice, because the server does not say enough. Nothing is left out for that.
 */
async function findArrived({ client, state }: Deps, draft: string, item: number): Promise<number> {
  const { images } = state.$draft.get()!
  const begun = images.filter(({ scan, sent }) => scan === null && sent !== null)
  if (begun.length === 0) return 0
  const read = await client.read('item', { path: { id: item } }).catch(() => undefined)
  const answer = v.safeParse(itemScans, read)
  if (!answer.success) return begun.length
  const answered = images.flatMap(({ scan }) => scan ?? [])
  // A scan without an id (0) is one of the others, the first ones.
  const unknown = answer.output.item_scans
    .filter(({ id }) => !answered.includes(id))
    .slice(answered.filter((id) => id === 0).length)
  const arrived = matchArrived(begun, unknown)
  if (!arrived) return unknown.length
  if (arrived.size > 0)
    await state.record(draft, (open) => ({
      ...open,
      images: open.images.map((image) => ({ ...image, scan: image.scan ?? arrived.get(image.id) ?? null })),
    }))
  return 0
}
