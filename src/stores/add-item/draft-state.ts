import { atom } from 'nanostores'
import type { DraftFields } from '#rules/wizard/draft-fields.ts'
import { NO_FIELDS } from '#rules/wizard/item-of-draft.ts'
import { createDebounce } from '../shared/debounce.ts'
import type { SaveState } from './add-item-stores.ts'
import type { AddItemDeps } from './deps.ts'
import { DRAFT_FORMAT, type Draft } from './draft.ts'
import { isEmpty, readDraft, revisionOf, withFactsOf } from './draft-format.ts'

/** Milliseconds after the last key before the text is saved. */
const WAIT = 300

type NotSaved = Extract<SaveState, { state: 'failed' }>['why']
/** Why the browser refused to store something. */
export function whyNotSaved(problem: unknown): NotSaved {
  const name = problem instanceof Error || problem instanceof DOMException ? problem.name : ''
  if (name === 'QuotaExceededError') return 'full'
  return ['SecurityError', 'InvalidStateError', 'NotSupportedError', 'TypeError'].includes(name) ? 'blocked' : 'unknown'
}

type Deps = Pick<AddItemDeps, 'storage' | 'schedule' | 'now' | 'newId' | 'user' | 'client'>
export type DraftChange = (draft: Draft) => Draft

/** The open draft and its copy on this device. `revision` of the open draft is the one that this tab has read or written last. */
export function createDraftState({ storage, schedule, now, newId, user, client }: Deps) {
  const $draft = atom<Draft | undefined>()
  const $save = atom<SaveState>({ state: 'saved' })
  const debounce = createDebounce(schedule)
  /** Changed since it was stored. */
  let isDirty = false
  /** Files that are being stored. */
  let files = 0
  let queue: Promise<unknown> = Promise.resolve()

  /** One write after the other. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.then(work)
    queue = done.catch(() => {})
    return done
  }
  const fail = (why: NotSaved) => $save.set({ state: 'failed', why })
  const isBehind = () => {
    const save = $save.get()
    return save.state === 'failed' && save.why === 'behind'
  }
  const settle = () => {
    if (!isDirty && files === 0 && $save.get().state !== 'failed') $save.set({ state: 'saved' })
  }

  /** The next copy to store. */
  const next = (draft: Draft): Draft => ({ ...draft, revision: draft.revision + 1, savedAt: now() })
  function stored({ id, revision, savedAt }: Draft) {
    const draft = $draft.get()
    if (draft?.id === id) $draft.set({ ...draft, revision, savedAt })
    $save.set({ state: isDirty || files > 0 ? 'saving' : 'saved' })
  }

  const save = () =>
    inOrder(async () => {
      const draft = $draft.get()
      if (!draft || !isDirty || isBehind() || (draft.revision === 0 && isEmpty(draft))) return
      isDirty = false
      try {
        const written = await storage.update(draft.id, (copy) =>
          revisionOf(copy) === draft.revision ? next(draft) : undefined,
        )
        if (written) return stored(written)
        isDirty = true
        fail('behind')
      } catch (problem) {
        isDirty = true
        fail(whyNotSaved(problem))
      }
    })

  function change(work: DraftChange) {
    const draft = $draft.get()
    if (!draft) return
    $draft.set(work(draft))
    isDirty = true
    if (isBehind()) return
    $save.set({ state: 'saving' })
    debounce.after(WAIT, () => void save())
  }

  /**
   * Stores what the server said about a draft, at once, and even when another tab has changed the draft since. Never rejects: sending goes on without
   * storage.
   */
  function record(id: string, work: DraftChange): Promise<void> {
    const draft = $draft.get()
    if (draft?.id === id) {
      $draft.set(work(draft))
      isDirty = true
    }
    return inOrder(async () => {
      const own = $draft.get()
      const isOpen = own?.id === id
      let isCurrent = false
      if (isOpen) isDirty = false
      try {
        const written = await storage.update(id, (copy) => {
          isCurrent = isOpen && revisionOf(copy) === own.revision
          if (isCurrent) return next(own!)
          const theirs = readDraft(copy)
          return theirs && next(work(theirs))
        })
        if (isCurrent && written) return stored(written)
        if (!isOpen) return
        isDirty = true
        fail('behind')
      } catch (problem) {
        if (isOpen) isDirty = true
        fail(whyNotSaved(problem))
      }
    })
  }

  function open(draft: Draft) {
    debounce.cancel()
    isDirty = false
    $draft.set(draft)
    $save.set({ state: 'saved' })
  }
  const fresh = (fields: DraftFields = NO_FIELDS): Draft => ({
    format: DRAFT_FORMAT,
    id: newId(),
    api: client.base,
    account: user.id,
    startedAt: now(),
    savedAt: now(),
    revision: 0,
    fields,
    images: [],
    newRecords: {},
    item: null,
    itemFields: null,
    posting: null,
    removedScans: [],
    editing: null,
  })

  return {
    $draft,
    $save,
    change,
    record,
    open,
    fresh,
    /** Saves now. Resolves once everything is stored, or `$save` says why not. */
    async flush() {
      debounce.cancel()
      await save()
    },
    /** Nothing of the open draft is stored any more: it was sent or thrown away. */
    forget() {
      debounce.cancel()
      isDirty = false
      return inOrder(async () => {})
    },
    /** Another tab has changed the stored copy: it is shown here too, unless something was changed here as well. */
    async follow(id: string): Promise<'same' | 'followed' | 'gone'> {
      return inOrder(async () => {
        const copy = await storage.read(id)
        const draft = $draft.get()
        if (draft?.id !== id || isDirty || revisionOf(copy) === draft.revision) return 'same'
        const theirs = readDraft(copy)
        if (!theirs) return 'gone'
        open(theirs)
        return 'followed'
      })
    },
    /** The open draft replaces what another tab stored. */
    async keep() {
      const draft = $draft.get()
      if (!draft) return
      const copy = await storage.read(draft.id)
      const theirs = readDraft(copy)
      $draft.set({ ...(theirs ? withFactsOf(draft, theirs) : draft), revision: revisionOf(copy) })
      isDirty = true
      $save.set({ state: 'saving' })
      await save()
    },
    /** Counts a file as unsaved until `work` is done. */
    async whileStoring<T>(work: () => Promise<T>): Promise<T> {
      files++
      if ($save.get().state === 'saved') $save.set({ state: 'saving' })
      try {
        return await work()
      } finally {
        files--
        settle()
      }
    },
    failSaving: (problem: unknown) => fail(whyNotSaved(problem)),
    stop: () => debounce.flush(),
  }
}
export type DraftState = ReturnType<typeof createDraftState>
