import { atom } from 'nanostores'
import type { DraftFields } from '#rules/wizard/draft-fields.ts'
import { NO_FIELDS } from '#rules/wizard/item-of-draft.ts'
import { createDebounce } from '../shared/debounce.ts'
import type { SaveState } from './add-item-stores.ts'
import type { AddItemDeps } from './deps.ts'
import { isAlike } from '../shared/is-alike.ts'
import { DRAFT_FORMAT, type Draft } from './draft.ts'
import { isEmpty, isNewer, NOTHING_YET, readDraft, revisionOf, withFactsOf, withoutFiles } from './draft-format.ts'

/** Milliseconds after the last key before the text is saved. */
const WAIT = 300

type NotSaved = Extract<SaveState, { state: 'failed' }>['why']
/** Why the browser refused to store something. */
function whyNotSaved(problem: unknown): NotSaved {
  const name = problem instanceof Error || problem instanceof DOMException ? problem.name : ''
  if (name === 'QuotaExceededError') return 'full'
  return ['SecurityError', 'InvalidStateError', 'NotSupportedError', 'TypeError'].includes(name) ? 'blocked' : 'unknown'
}

type Deps = Pick<AddItemDeps, 'storage' | 'schedule' | 'now' | 'newId' | 'user' | 'client'> & {
  /** Files that were moved away before they could be stored: their images are removed from the draft. */
  onUnreadable(names: readonly string[]): void
}
/** Why a file could not be read. */
const UNREADABLE: readonly unknown[] = ['NotReadableError', 'NotFoundError']
type DraftChange = (draft: Draft) => Draft

/** The open draft and its copy on this device. `revision` of the open draft is the one that this tab has read or written last. */
export function createDraftState({ storage, schedule, now, newId, user, client, onUnreadable }: Deps) {
  const $draft = atom<Draft | undefined>()
  const $save = atom<SaveState>({ state: 'saved' })
  $save.eq = isAlike
  const debounce = createDebounce(schedule)
  /** Changed since it was stored. */
  let isDirty = false
  /** Files of the open draft that are not stored yet. They are sent from here if the device refuses them. */
  const unstored = new Map<string, File>()
  const problems: { text?: NotSaved; files?: NotSaved } = {}
  let queue: Promise<unknown> = Promise.resolve()

  /** One write after the other. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.then(work)
    queue = done.catch(() => {})
    return done
  }
  function report() {
    const why = problems.text ?? problems.files
    if (why) $save.set({ state: 'failed', why })
    else $save.set({ state: isDirty || unstored.size > 0 ? 'saving' : 'saved' })
  }
  function failText(why: NotSaved) {
    problems.text = why
    isDirty = true
    report()
  }
  const isBehind = () => problems.text === 'behind' || problems.text === 'newer'
  const whyBehind = (copy: unknown) => (isNewer(copy) ? 'newer' : 'behind')

  /** The next copy to store. */
  const next = (draft: Draft): Draft => ({ ...draft, revision: draft.revision + 1, savedAt: now() })
  function stored({ id, revision, savedAt }: Draft) {
    const draft = $draft.get()
    if (draft?.id === id) $draft.set({ ...draft, revision, savedAt })
    delete problems.text
    report()
  }

  const saveText = () =>
    inOrder(async () => {
      const draft = $draft.get()
      if (!draft || !isDirty || isBehind()) return
      isDirty = false
      if (draft.revision === 0 && isEmpty(draft)) return report()
      try {
        let copy: unknown
        const written = await storage.update(draft.id, (found) => {
          copy = found
          return revisionOf(copy) === draft.revision && !isNewer(copy) ? next(draft) : undefined
        })
        if (written) stored(written)
        else failText(whyBehind(copy))
      } catch (problem) {
        failText(whyNotSaved(problem))
      }
    })

  /** Text that is typed meanwhile is saved between two files. */
  async function saveFiles() {
    const draft = $draft.get()!.id
    const unreadable = new Map<string, string>()
    for (const [id, file] of [...unstored]) {
      try {
        await inOrder(async () => {
          if (!unstored.has(id)) return
          const room = await storage.room()
          if (room !== undefined && file.size > room) throw new DOMException('', 'QuotaExceededError')
          await storage.saveFile(draft, id, file)
          unstored.delete(id)
        })
        delete problems.files
      } catch (problem) {
        if (!(problem instanceof Error) || !UNREADABLE.includes(problem.name)) {
          problems.files = whyNotSaved(problem)
          break
        }
        unstored.delete(id)
        unreadable.set(id, file.name)
      }
    }
    report()
    if (unreadable.size === 0 || $draft.get()?.id !== draft) return
    change((open) => withoutFiles(open, unreadable))
    onUnreadable([...unreadable.values()])
  }
  async function save() {
    await saveText()
    if (unstored.size > 0) await saveFiles()
  }

  function change(work: DraftChange) {
    const draft = $draft.get()
    if (!draft) return
    $draft.set(work(draft))
    isDirty = true
    report()
    if (!isBehind()) debounce.after(WAIT, () => void save())
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
      let copy: unknown
      if (isOpen) isDirty = false
      try {
        const written = await storage.update(id, (found) => {
          copy = found
          isCurrent = isOpen && revisionOf(copy) === own.revision && !isNewer(copy)
          if (isCurrent) return next(own!)
          const theirs = readDraft(copy)
          return theirs && next(work(theirs))
        })
        if (isCurrent && written) stored(written)
        else if (isOpen) failText(whyBehind(copy))
      } catch (problem) {
        if (isOpen) failText(whyNotSaved(problem))
      }
    })
  }

  /** Nothing of the open draft is saved any more. */
  function forget() {
    debounce.cancel()
    isDirty = false
    delete problems.text
    delete problems.files
  }
  function open(draft: Draft) {
    forget()
    if ($draft.get()?.id !== draft.id) unstored.clear()
    $draft.set(draft)
    report()
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
    ...NOTHING_YET,
  })

  return {
    $draft,
    $save,
    isBehind,
    change,
    record,
    open,
    fresh,
    /** Saves now. Resolves once everything is stored, or `$save` says why not. */
    async flush() {
      debounce.cancel()
      await save()
    },
    /** Before the stored copy is removed: writes under way are waited for, and no other begins. */
    async forget() {
      forget()
      unstored.clear()
      await inOrder(async () => {})
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
      delete problems.text
      isDirty = true
      await save()
    },
    /** Files that were chosen; they are stored with the next save. */
    addFiles(files: ReadonlyMap<string, File>) {
      for (const [id, file] of files) unstored.set(id, file)
    },
    removeFile(id: string) {
      unstored.delete(id)
      storage.removeFile(id).catch(() => {})
    },
    readFile: async (id: string): Promise<File | undefined> =>
      unstored.get(id) ?? (await storage.readFile(id).catch(() => undefined)),
    failReading: (problem: unknown) => failText(whyNotSaved(problem)),
  }
}
export type DraftState = ReturnType<typeof createDraftState>
