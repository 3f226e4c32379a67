import { atom } from 'nanostores'
import type { DeskRecord, RecordFields } from '#contract/record.ts'
import type { SessionDeps } from '../shared/deps.ts'
import { action, resource } from '../shared/resource.ts'
import { createEdits } from './edit.ts'
import type { KeptEdits } from './kept-edits.ts'
import { ifMatch, refusalOf, type Refusal } from './send-step.ts'
import type { LastOperationStore } from './undo/last-operation.ts'

/** A scan, or a recording. */
type Scan = Pick<DeskRecord['scans'][number], 'key' | 'label' | 'fields'>

/** Files that are added to an item: the one that is being sent (no name: none), and those that were not taken. */
interface Added {
  item: DeskRecord['key']
  name: string
  at: number
  of: number
  refused: { name: string; why: Refusal }[]
}

export interface ScanDeps extends SessionDeps {
  kind?: 'scans' | 'files'
  newId(): string
  /** Sends a picture or a document, which may take a while; or a picture in place of that of a scan. */
  sendScan(body: FormData, replaced?: { path: { id: number }; headers: Record<string, string> }): Promise<unknown>
  kept: KeptEdits
  last: LastOperationStore
  /** The item's scans were changed. */
  onSaved(item: DeskRecord): Promise<void>
}

/** Changes of an item's scans or recordings: order, fields, removal. Each is saved at once. */
export function createScanChanges({
  kind = 'scans',
  client,
  withSession,
  last,
  onSaved,
  sendScan,
  ...forms
}: ScanDeps) {
  const changes = action(refusalOf)

  let queue: Promise<boolean> = Promise.resolve(true)
  /** Runs a change after the one before, then reads the item again. */
  const run = (item: DeskRecord, work: () => Promise<unknown>): Promise<boolean> =>
    (queue = queue.then(() =>
      changes.run(async () => {
        try {
          await withSession(work)
        } finally {
          await onSaved(item)
        }
      }),
    ))
  const pathOf = (key: Scan['key']) => ({ kind, key })
  async function edit(key: Scan['key'], body: RecordFields) {
    const path = pathOf(key)
    await client.call('editRecord', { path, body, headers: ifMatch(await client.call('record', { path })) })
  }

  let owner: DeskRecord | undefined
  const texts = createEdits({ client, withSession, ...forms, onSaved: async () => owner && onSaved(owner) })
  const opening = resource(async (signal, key: Scan['key']) => {
    const record = await withSession(() => client.call('record', { path: pathOf(key), signal }))
    if (!signal.aborted) texts.open(record)
  })

  const reading = action(refusalOf)
  const $added = atom<Added | null>(null)
  /** The order of scans that is being saved. */
  const $order = atom<readonly number[] | null>(null)

  return {
    $isRunning: changes.$isRunning,
    $refusal: changes.$refusal,
    $order,
    /** Moves a scan into a gap: 0 is before the first, their number after the last. */
    async move(item: DeskRecord, key: Scan['key'], gap: number, scans: readonly Pick<Scan, 'key'>[] = item.scans) {
      const now = $order.get() ?? scans.map((scan) => Number(scan.key))
      const from = now.indexOf(Number(key))
      const keys = now.toSpliced(from, 1).toSpliced(gap > from ? gap - 1 : gap, 0, Number(key))
      if (keys[from] === now[from]) return false
      $order.set(keys)
      const path = { id: Number(item.key) }
      const isDone = await run(item, () => client.call('sortParts', { path, body: { kind, keys } }))
      if ($order.get() === keys) $order.set(null)
      return isDone
    },
    $added,
    /** Adds files one after the other; one that is refused does not stop the others. */
    add: (item: DeskRecord, files: readonly File[]) =>
      run(item, async () => {
        const now: Added = { item: item.key, name: '', at: 0, of: files.length, refused: [] }
        for (const [at, file] of files.entries()) {
          $added.set({ ...now, at, name: file.name })
          const body = new FormData()
          body.append('item', String(item.key))
          body.append('image', file)
          await sendScan(body).catch((problem: unknown) =>
            now.refused.push({ name: file.name, why: refusalOf(problem) }),
          )
        }
        $added.set({ ...now })
      }),
    /** Shows another picture in a scan, if its picture is still the one that was seen. */
    replace: (item: DeskRecord, scan: Scan & { version?: string | undefined }, file: File) =>
      run(item, async () => {
        const body = new FormData()
        body.append('image', file)
        await sendScan(body, { path: { id: Number(scan.key) }, headers: ifMatch({ version: scan.version ?? '' }) })
        const text = `The picture of ${scan.label} of “${item.label}” is replaced. See whether its text still fits.`
        last.done(text, { ...pathOf(scan.key), type: 'replacement' })
      }),
    /** Draws pages of a document again. */
    retryPages: (item: DeskRecord, id: number) => run(item, () => client.call('retryPages', { path: { id } })),
    change: (item: DeskRecord, scan: Scan, fields: RecordFields) => run(item, () => edit(scan.key, fields)),
    /** An empty text with this source asks for it (server/scans/ocr-job.ts). */
    readByMachine: (item: DeskRecord, scans: readonly Scan[]) =>
      run(item, async () => {
        for (const { key } of scans) await edit(key, { text_source: 'machine' })
      }),
    /** What is written on a scan: one at a time. */
    texts: {
      edits: texts,
      /** The scan, while it is read. */
      $opening: opening.$resource,
      open(item: DeskRecord, key: Scan['key']) {
        owner = item
        texts.close()
        reading.clear()
        return opening.load(key)
      },
      /** Why the last file was not taken. */
      $refusal: reading.$refusal,
      /** Takes the text of the open scan from a file; what was typed meanwhile stays in the form. */
      async read(file: File) {
        const base = texts.$edit.get()?.base
        if (!base || reading.$isRunning.get()) return
        const body = new FormData()
        body.append('image', file)
        const path = { id: Number(base.key) }
        await reading.run(async () => {
          texts.open(await withSession(() => client.call('sendText', { path, body, headers: ifMatch(base) })))
          if (owner) await onSaved(owner)
        })
      },
    },
    remove: (item: DeskRecord, scan: Scan) =>
      run(item, async () => {
        const path = pathOf(scan.key)
        await client.call('removeRecord', { path, headers: ifMatch(await client.call('record', { path })) })
        last.done(`${scan.label} of “${item.label}” is removed.`, path)
      }),
  }
}
