import { atom } from 'nanostores'
import { ApiError } from '#client/errors.ts'
import { ERROR } from '#contract/messages.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { changedBody, fieldErrors, type Author, type FieldErrors } from '#rules/wizard/item-body.ts'
import type { Section } from '#rules/wizard/sections.ts'
import type { Submission } from './add-item-stores.ts'
import type { AddItemDeps } from './deps.ts'
import type { Draft } from './draft.ts'
import type { DraftState } from './draft-state.ts'
import { readSubmission, sendChanges, sendScanChanges } from './edit-submission.ts'
import { findArrived } from './find-arrived.ts'
import type { Images } from './images.ts'
import { postItem } from './post-item.ts'
import { imagesToSend, sendImages } from './send-images.ts'
import { failureOf, refusedFields, sectionWithError } from './submit-errors.ts'

type Deps = Pick<AddItemDeps, 'client' | 'now' | 'newId' | 'storage' | 'uploads' | 'withSession' | 'locks'> & {
  state: DraftState
  images: Images
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

  function isBehind() {
    const save = state.$save.get()
    return save.state === 'failed' && (save.why === 'behind' || save.why === 'newer')
  }
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
    const isKept = isBehind()
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
      if (isBehind()) return
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
