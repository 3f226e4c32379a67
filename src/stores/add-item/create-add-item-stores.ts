import { atom, computed } from 'nanostores'
import { DATE_INPUT } from '#contract/limits.ts'
import { TAG } from '#contract/messages.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { userMay } from '#rules/access/user-abilities.ts'
import { withDateWords, rangeError, unreadable, withSpecificity } from '#rules/wizard/dates.ts'
import type { DraftFields, Specificity, Tag, WizardType } from '#rules/wizard/draft-fields.ts'
import { fieldsAlike, itemOfDraft, NO_FIELDS } from '#rules/wizard/item-of-draft.ts'
import { progressOf, sectionsFor, stepFrom, type Section } from '#rules/wizard/sections.ts'
import type { DraftField, TagList } from './add-item-stores.ts'
import type { AddItemDeps } from './deps.ts'
import { isAlike } from '../shared/is-alike.ts'
import { createDraftState } from './draft-state.ts'
import { createDrafts } from './drafts.ts'
import { createImages } from './images.ts'
import { createKeptRecords } from './kept-records.ts'
import { createDraftRecording } from './recording.ts'
import { createSubmission } from './submission.ts'
import { createSuggestions } from './suggestions.ts'

const REFUSED_TAG: Record<TagList, string> = {
  people: TAG.person,
  contributors: TAG.person,
  subjects: TAG.subject,
  organizations: TAG.organization,
}

/** The wizard's stores (spec §2, §4, §5, §8) for one signed-in user. */
export function createAddItemStores(deps: AddItemDeps) {
  const { storage, user, uploads } = deps
  const author = {
    id: user.id,
    name: user.name,
    mayDescribe: userMay(user, 'describe_archivally'),
    mayCredit: userMay(user, 'credit'),
  }
  // Only our server says what a user may do.
  const hasAdditions = user.may !== undefined

  const $errors = atom<Partial<Record<DraftField, string>>>({})
  const state = createDraftState({
    ...deps,
    onUnreadable: (names) => setError('files', WIZARD.unreadableFiles(names)),
  })
  const drafts = createDrafts({ ...deps, state })
  const keptRecords = createKeptRecords({ ...deps, state })
  const images = createImages({ ...deps, state, hasAdditions })
  const recording = createDraftRecording({ ...deps, state, setError })
  const suggestions = createSuggestions(deps)
  const $section = atom<Section>('type')
  const { $draft } = state
  const $progress = computed($draft, (draft) => (draft ? progressOf(draft, author) : []))
  $progress.eq = isAlike

  const fieldsOf = () => $draft.get()?.fields ?? NO_FIELDS
  function setError(field: DraftField, error: string | undefined) {
    if ($errors.get()[field] === error) return
    const { [field]: _gone, ...others } = $errors.get()
    $errors.set(error === undefined ? others : { ...others, [field]: error })
  }
  function goTo(section: Section) {
    if (sectionsFor(fieldsOf().type).includes(section)) $section.set(section)
  }
  function setFields(fields: DraftFields) {
    state.change((draft) => ({ ...draft, fields }))
    if (!sectionsFor(fields.type).includes($section.get())) $section.set('type')
  }
  function change(changed: Partial<DraftFields>) {
    for (const field of Object.keys(changed) as (keyof DraftFields)[]) setError(field, undefined)
    const fields = { ...fieldsOf(), ...changed }
    // An end that was hidden meanwhile may no longer fit.
    if (changed.isRange && rangeError(fields, 'end')) fields.end = { ...fields.end, typed: '' }
    setFields(fields)
  }
  /** The wizard shows another draft. */
  function reset() {
    $errors.set({})
    $section.set('type')
    submission.dismiss()
    images.forgetRemoved()
  }

  const submission = createSubmission({
    ...deps,
    state,
    images,
    recording,
    author,
    hasAdditions,
    showErrors(errors) {
      $errors.set(errors)
    },
    goTo,
  })
  let ready: Promise<void> = Promise.resolve()

  return {
    /** The fields for members of the society are shown and sent (spec §6). */
    mayDescribe: author.mayDescribe,
    /** The server offers "Show my name as contributor". */
    mayCredit: author.mayCredit,
    /** What was sent can be changed, and the user's own pending entries are marked. */
    hasAdditions,
    /** Undefined until the stored drafts were read. */
    $draft,
    $save: state.$save,
    $drafts: drafts.$drafts,
    $newerDrafts: drafts.$newerDrafts,
    $errors,
    $progress,
    /** The draft as visitors will see it, without its images. Undefined until a type is chosen. */
    $item: computed($draft, (draft) =>
      draft && draft.fields.type !== '' ? itemOfDraft(draft.fields, author, draft.item ?? 0) : undefined,
    ),
    $section,
    $suggestions: suggestions.$suggestions,
    $uploads: uploads.$uploads,
    $submission: submission.$submission,
    $removedImage: computed(images.$removed, (removed) => removed?.image),

    /** Reads the stored drafts, listens to other tabs and to the connection. Returns its clean-up. */
    start(): () => void {
      ready = drafts.start()
      const ends = [
        deps.onHide(() => void state.flush()),
        storage.onChange((id) => {
          const show = async () => {
            // What is being sent stays as it is.
            if (!submission.isSending() && (await state.follow(id)) === 'gone') {
              state.open(state.fresh())
              reset()
            }
            await drafts.list()
          }
          show().catch(() => {})
        }),
        suggestions.stop,
        uploads.stop,
        recording.stop,
      ]
      return () => {
        void state.flush()
        for (const end of ends) end()
      }
    },

    change: change as (
      fields: Partial<Omit<DraftFields, 'dateText' | 'start' | 'end' | 'type'> & { type: WizardType }>,
    ) => void,
    /** Chooses the type that staff gave the submission, which the wizard may not offer (spec §9). */
    keepSentType: () => change({ type: $draft.get()?.itemFields?.type ?? '' }),
    /** Refuses a date that breaks the order (spec §5): the old value stays and the error names the field. */
    setDate(which: 'start' | 'end', typed: string) {
      const fields = fieldsOf()
      const date = { ...fields[which], typed }
      const refused = rangeError({ ...fields, [which]: date }, which)
      if (refused) return setError(which, refused)
      // Text that is not complete yet is no error.
      const isWhole = typed.trim().length >= DATE_INPUT[date.specificity]
      setError(which, isWhole ? unreadable(date) : undefined)
      setFields({ ...fields, [which]: date })
    },
    /** The date in words: the date inputs follow, unless they say something else. */
    setDateText(words: string) {
      setError('start', undefined)
      setError('end', undefined)
      setFields(withDateWords(fieldsOf(), words))
    },
    setSpecificity(which: 'start' | 'end', specificity: Specificity) {
      setError('start', undefined)
      setError('end', undefined)
      setFields(withSpecificity(fieldsOf(), which, specificity))
    },

    suggest: suggestions.suggest,
    /** The refusal of spec §5 for a duplicate, else undefined. */
    addTag(list: TagList, tag: Tag): string | undefined {
      const tags = fieldsOf()[list]
      if (tags.some(({ id }) => id === tag.id)) return REFUSED_TAG[list]
      change({ [list]: [...tags, tag] })
      return undefined
    },
    removeTag: (list: TagList, id: number) => change({ [list]: fieldsOf()[list].filter((tag) => tag.id !== id) }),

    keepNewRecord: keptRecords.keep,
    readKeptPicture: keptRecords.readPicture,

    async addImages(files: readonly File[]): Promise<void> {
      setError('files', undefined)
      await ready
      await images.add(files)
    },
    removeImage: images.remove,
    undoRemoveImage: images.undoRemove,
    moveImage: images.move,
    changeImage: images.changeImage,
    readImage: state.readFile,
    recording,

    goTo,
    step(by: 1 | -1) {
      const next = stepFrom(fieldsOf().type, $section.get(), by)
      if (next) $section.set(next)
    },

    submit: submission.submit,
    dismiss: submission.dismiss,
    pause: uploads.pause,
    resume: uploads.resume,
    retry: submission.retry,
    /** Closes the closing dialog. `alike`: a new draft with place, people, collection and date of this one. */
    startOver({ alike } = { alike: false }) {
      if (submission.isSending()) return
      const fields = alike ? fieldsAlike(fieldsOf()) : NO_FIELDS
      state.open(state.fresh(fields))
      reset()
      if (alike) state.change((draft) => draft)
      void drafts.list()
    },

    async openDraft(id: string): Promise<void> {
      await ready
      if (submission.isSending()) return
      await drafts.open(id)
      reset()
    },
    /** Opens a returned or waiting submission of this account, or the draft in which it is being edited already. Rejects with what the client throws. */
    async editSubmission(key: number): Promise<void> {
      await ready
      if (submission.isSending()) return
      const own = await drafts.editing(key)
      if (own?.id !== $draft.get()?.id || !own) await drafts.leaveFor(own ?? (await submission.read(key)))
      reset()
    },
    keepThisDraft: state.keep,
    async newDraft(): Promise<void> {
      await ready
      if (submission.isSending() || drafts.isOpenEmpty()) return
      await drafts.leaveFor(state.fresh())
      reset()
    },
    async throwAwayDraft(id: string): Promise<void> {
      if (submission.isSending() && $draft.get()?.id === id) return
      const isOpen = $draft.get()?.id === id
      await drafts.throwAway(id)
      if (isOpen) reset()
    },
  }
}
export type AddItemStores = ReturnType<typeof createAddItemStores>
