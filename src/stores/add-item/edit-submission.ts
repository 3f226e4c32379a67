import * as v from 'valibot'
import { fileFormat } from '#contract/file.ts'
import type { RecordKind } from '#contract/record.ts'
import { watermarkColor, watermarkPosition } from '#contract/scan.ts'
import { BODY_FIELDS, changedBody, type Author } from '#rules/wizard/item-body.ts'
import { fieldsOfItem, shownField } from '#rules/wizard/item-of-draft.ts'
import type { DraftFields } from '#rules/wizard/draft-fields.ts'
import { hasStatus, ifMatch } from '../review/send-step.ts'
import type { FieldChange } from './add-item-stores.ts'
import type { AddItemDeps } from './deps.ts'
import type { Draft, DraftImage, SentImage } from './draft.ts'
import type { DraftState } from './draft-state.ts'

type Deps = Pick<AddItemDeps, 'client' | 'newId'> & { state: DraftState; author: Author }

/** Attempts to change a record that others change at the same time. */
const ATTEMPTS = 3
const scanFields = v.object({
  order: v.fallback(v.number(), 1),
  watermark: v.fallback(v.string(), ''),
  color: v.fallback(watermarkColor, 'black'),
  position: v.fallback(watermarkPosition, 'bottom right'),
  alt: v.fallback(v.optional(v.string(), ''), ''),
})

const readRecord = ({ client }: Pick<Deps, 'client'>, kind: RecordKind, key: number) =>
  client.call('record', { path: { kind, key } })

/** The fields as they are now, with their version: read first, so that a later change shows up as a conflict. */
async function readFields(deps: Pick<Deps, 'client'>, key: number) {
  const record = await readRecord(deps, 'items', key)
  const item = await deps.client.call('item', { path: { id: key } })
  // Readers see the submitter's name, not the consent.
  return { record, item, fields: { ...fieldsOfItem(item), credit: record.fields['credit'] === true } }
}

/** A returned or waiting submission as a draft. */
export async function readSubmission({ client, newId, state }: Deps, key: number): Promise<Draft> {
  const { record, item, fields } = await readFields({ client }, key)
  const recording = item.item_files.find(({ format }) => fileFormat(format)?.[0] !== 'document')
  const images = record.scans.map((scan): DraftImage => {
    const sent = v.parse(scanFields, scan.fields)
    return { id: newId(), name: scan.label, type: '', size: 0, ...sent, scan: Number(scan.key), sent }
  })
  const { version, note } = record
  return {
    ...state.fresh(fields),
    images,
    recording: recording
      ? { id: newId(), name: recording.file_name || recording.label, size: recording.bytes, sent: recording.id }
      : null,
    item: key,
    itemFields: fields,
    editing: { key, version, isReturned: record.state !== 'waiting', note },
  }
}

const fieldsIn = (body: object) => [
  ...new Set(Object.keys(body).map((key) => BODY_FIELDS[key as keyof typeof BODY_FIELDS])),
]

/** Somebody else changed the item: their changes are taken where this user changed nothing. Returns those that differ from this draft. */
async function mergeTheirs(deps: Deps, draft: string, item: number): Promise<FieldChange[]> {
  const { state, author } = deps
  const { record, fields: theirs } = await readFields(deps, item)
  const { fields: mine, itemFields } = state.$draft.get()!
  const base = itemFields ?? mine
  const theirChanges = fieldsIn(changedBody(base, theirs, author))
  const myChanges = fieldsIn(changedBody(base, mine, author))
  const different = fieldsIn(changedBody(mine, theirs, author))

  const taken = theirChanges.filter((field) => !myChanges.includes(field))
  const merged: DraftFields = { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
  if (taken.includes('end')) merged.isRange = theirs.isRange
  await state.record(draft, (open) => ({
    ...open,
    fields: merged,
    itemFields: theirs,
    editing: open.editing && { ...open.editing, version: record.version },
  }))
  return theirChanges
    .filter((field) => different.includes(field))
    .map((field) => ({ field, theirs: shownField(theirs, field), mine: shownField(mine, field) }))
}

/**
 * Sends what was changed since the item was posted. Returns what somebody else changed meanwhile (412): then nothing was sent, and the next call sends
 * this user's changes over it.
 */
export async function sendChanges(deps: Deps, draft: string, item: number): Promise<FieldChange[]> {
  const { client, state, author } = deps
  for (let attempt = 1; ; attempt++) {
    const { fields, itemFields, editing } = state.$draft.get()!
    const body = changedBody(itemFields ?? fields, fields, author)
    if (Object.keys(body).length === 0) return []
    const version = editing ?? (await readRecord(deps, 'items', item))
    try {
      const path = { kind: 'items', key: item }
      const record = await client.call('editRecord', { path, body, headers: ifMatch(version) })
      await state.record(draft, (open) => ({
        ...open,
        itemFields: fields,
        editing: open.editing && { ...open.editing, version: record.version },
      }))
      return []
    } catch (problem) {
      if (!hasStatus(problem, 412) || attempt === ATTEMPTS) throw problem
      const changes = await mergeTheirs(deps, draft, item)
      if (changes.length > 0) return changes
    }
  }
}

/** The scans as the draft has them. Their order numbers stay when the order is right: numbers may have gaps. */
function wantedScans(images: readonly DraftImage[]): { image: DraftImage; wanted: SentImage }[] {
  const orders = images.map(({ sent }) => sent?.order ?? 0)
  const isInOrder = orders.every((order, at) => at === 0 || order > orders[at - 1]!)
  return images.map((image, at) => {
    const { watermark, color, position, alt } = image
    return { image, wanted: { order: isInOrder ? orders[at]! : at + 1, watermark, color, position, alt } }
  })
}

const REMOVED = [
  ['scans', 'removedScans'],
  ['files', 'removedFiles'],
] as const
/** Removes the scans and recordings that were removed from the draft, and changes those whose order or watermark was changed since they were sent. */
export async function sendScanChanges(deps: Deps, draft: string): Promise<void> {
  const { client, state } = deps
  const { images, ...removed } = state.$draft.get()!
  for (const [kind, list] of REMOVED) {
    for (const key of removed[list]) {
      try {
        const headers = ifMatch(await readRecord(deps, kind, key))
        await client.call('removeRecord', { path: { kind, key }, headers })
      } catch (problem) {
        // An answer that was lost before.
        if (!hasStatus(problem, 404)) throw problem
      }
      await state.record(draft, (open) => ({ ...open, [list]: open[list].filter((each) => each !== key) }))
    }
  }
  for (const { image, wanted } of wantedScans(images.filter(({ scan }) => scan))) {
    const body = Object.fromEntries(
      Object.entries(wanted).filter(([field, value]) => image.sent?.[field as keyof SentImage] !== value),
    )
    if (Object.keys(body).length === 0) continue
    const path = { kind: 'scans', key: image.scan! }
    const headers = ifMatch(await readRecord(deps, 'scans', image.scan!))
    await client.call('editRecord', { path, body, headers })
    await state.record(draft, (open) => ({
      ...open,
      images: open.images.map((each) => (each.id === image.id ? { ...each, sent: wanted } : each)),
    }))
  }
}
