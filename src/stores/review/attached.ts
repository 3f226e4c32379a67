import { atom, computed } from 'nanostores'
import type { DeskRecord, RecordFields } from '#contract/record.ts'
import type { Attached } from '#contract/review.ts'
import { RECORD_PARTS } from '#rules/forms/record-parts.ts'
import { action, resource } from '../shared/resource.ts'
import { createEdits, type EditDeps, type Edits } from './edit.ts'
import { isSame, nameText, toName, type RecordName } from './record-names.ts'
import { refusalOf } from './send-step.ts'

export type AttachedGroup = Attached['groups'][number]
export type AttachedRecord = AttachedGroup['records'][number]
/** What belongs to the open record. */
export type AttachedState =
  | { state: 'none' | 'loading'; owner: DeskRecord | null }
  | { state: 'failed'; owner: DeskRecord; problem: unknown }
  | { state: 'ready'; owner: DeskRecord; attached: Attached }

/** The form that is open: of a record, or a new one in this group. */
interface PartForm {
  group: Pick<AttachedGroup, 'kind' | 'field'>
  record: RecordName | null
}

interface Deps extends EditDeps {
  /** What belongs to this record has changed: it is to be read again. */
  onChanged(owner: DeskRecord): Promise<void>
  onPublicChange(owner: DeskRecord): void
  sendPicture(body: FormData): Promise<unknown>
}

/** Fields that a new record of a kind has besides the one that names its owner. */
const GIVEN: Partial<Record<string, RecordFields>> = { relationships: { relationship_type: 'parent' } }

/** What belongs to the open record, such as the graves of a person: list, add, change. */
export function createAttached({ onChanged, onPublicChange, ...deps }: Deps) {
  const { client, withSession } = deps
  const $owner = atom<DeskRecord | null>(null)
  const list = resource((signal, owner: DeskRecord) =>
    withSession(() => client.call('attached', { path: toName(owner), signal })),
  )
  const $attached = computed([$owner, list.$resource], (owner, now): AttachedState => {
    if (!owner) return { state: 'none', owner }
    if (now.state === 'failed') return { state: now.state, owner, problem: now.problem }
    return now.value ? { state: 'ready', owner, attached: now.value } : { state: 'loading', owner }
  })
  const $form = atom<PartForm | null>(null)
  const opening = resource(async (signal, name: RecordName) => {
    const record = await withSession(() => client.call('record', { path: toName(name), signal }))
    if (!signal.aborted) edits.open(record)
  })
  const portrait = action(refusalOf)

  async function changed(): Promise<void> {
    const owner = $owner.get()
    if (!owner) return
    if (owner.state === 'published') onPublicChange(owner)
    await onChanged(owner)
  }
  const edits: Edits = createEdits({ ...deps, onSaved: changed, onPublicChange: () => {} })

  function close() {
    edits.close()
    $form.set(null)
    opening.clear()
    portrait.clear()
  }
  async function load(record: DeskRecord | null): Promise<void> {
    const owner = record?.state === 'published' && RECORD_PARTS[record.kind] ? record : null
    if (!owner || !isSame(owner, $owner.get())) {
      close()
      list.clear()
    }
    $owner.set(owner)
    if (owner) await list.load(owner)
  }

  return {
    $attached,
    $form,
    /** The record of the form, while it is read. */
    $opening: opening.$resource,
    portrait,
    edits,
    load,
    changed,
    close,
    add(group: AttachedGroup) {
      const now = $attached.get()
      if (now.state !== 'ready') return
      const { owner } = now
      close()
      const { kind, field } = group
      const lots = now.attached.groups.find((each) => each.kind === 'lots')?.records ?? []
      // Land belongs to a place by its lot.
      const names = field === 'lot' ? (lots.length === 1 ? lots[0]!.key : '') : owner.key
      const fields = { ...GIVEN[kind], [field]: names }
      edits.openNew(kind, `${nameText(owner)} ${field}`, fields, { [owner.kind]: { [owner.key]: owner.label } })
      $form.set({ group: { kind, field }, record: null })
    },
    async edit(group: AttachedGroup, name: RecordName): Promise<void> {
      close()
      const { kind, field } = group
      $form.set({ group: { kind, field }, record: toName(name) })
      await opening.load(name)
    },
    /** Saves the open form, and closes it. False: it says why not, or another one is open by now. */
    async save(): Promise<boolean> {
      const form = $form.get()
      const isDone = (await edits.save()) !== null && form === $form.get()
      if (isDone) close()
      return isDone
    },
    /** Adds a person's portrait. False as in `save`. */
    async addPortrait(person: number | string, picture: File): Promise<boolean> {
      const body = new FormData()
      body.append('person', String(person))
      body.append('image', picture, picture.name)
      const form = $form.get()
      const isAdded = await portrait.run(() => withSession(() => deps.sendPicture(body)))
      const isDone = isAdded && form === $form.get()
      if (isDone) close()
      if (isAdded) await changed()
      return isDone
    },
  }
}
