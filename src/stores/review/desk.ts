import type { DeskRecord } from '#contract/record.ts'
import type { ReviewStep } from '#rules/access/review-steps.ts'
import type { Schedule, SessionDeps } from '../shared/deps.ts'
import { createAttached } from './attached.ts'
import { createBulk } from './bulk.ts'
import { createClaims } from './claims.ts'
import { createEdits } from './edit.ts'
import { createRecordings, type RecordingDeps } from './recordings.ts'
import { createScanChanges, type ScanDeps } from './scans.ts'
import type { QueueFilters } from './desk-address.ts'
import { createDeskLocation } from './desk-location.ts'
import { createGoingLive } from './going-live.ts'
import type { KeptEdits } from './kept-edits.ts'
import { createLoadedRecords } from './loaded-records.ts'
import { createMerges } from './merge.ts'
import { createOpenRecord } from './open-record.ts'
import { createQueue } from './queue.ts'
import { isSame, nameText, type RecordName, toName } from './record-names.ts'
import { createRemoval } from './removal.ts'
import { createSteps } from './take-steps.ts'
import { createLastOperation } from './undo/last-operation.ts'

interface DeskDeps<View> extends SessionDeps, Pick<RecordingDeps & ScanDeps, 'recordingClient' | 'sendScan'> {
  /** Loads what the view of a record needs, such as the item. */
  readView(record: DeskRecord): Promise<View>
  address: { read(): URLSearchParams; replace(query: string): void; push(query: string): void }
  /** Queue and record fit side by side: the first draft is opened by itself. */
  isWide(): boolean
  /** Milliseconds since 1970. */
  now(): number
  schedule: Schedule
  newId(): string
  /** Sends a portrait, which may take a while. */
  sendPicture(body: FormData): Promise<unknown>
  /** Unsaved edits on this device. */
  kept: KeptEdits
  /** The id of the cataloguer. */
  user: number
}

/** The review desk: the queue, the open record, and the steps that are taken on it. */
export function createDesk<View>(deps: DeskDeps<View>) {
  const { address, isWide } = deps
  const queue = createQueue(deps)
  const records = createLoadedRecords(deps)
  const claims = createClaims(deps)
  const opened = createOpenRecord({
    ...deps,
    queue,
    records,
    hasFailed: (name) => steps.hasFailed(name),
    isEditing: (name) => isSame(edits.$edit.get()?.name ?? null, name) && name !== null,
  })
  const { $open, openName, open, close, prefetchNeighbours, settle, refresh } = opened
  $open.listen((open) => (open.state === 'ready' ? claims.enter(open.loaded.record) : claims.leave()))

  /** Loads the queue. Opens its first record when none is open and `isReading`. */
  async function loadQueue(isReading = isWide()): Promise<void> {
    await queue.load()
    const first = queue.$queue.get().entries[0]
    if ($open.get().state === 'none' && !edits.$edit.get() && isReading && first) await open(toName(first))
    else {
      // Neighbours may have come.
      const shown = $open.get()
      if (shown.state === 'ready') prefetchNeighbours(shown.name)
    }
  }

  /** Records that bring the same drafts are others now. */
  function forgetSharing(record: DeskRecord) {
    const published = new Set(record.brings.map(nameText))
    const open = openName()
    for (const { record: other } of records.all()) {
      if (!other.brings.some((part) => published.has(nameText(part)))) continue
      const name = toName(other)
      if (isSame(name, open)) {
        const shown = $open.get()
        if (shown.state === 'ready') void opened.renew(name, shown.loaded)
      } else records.forget(name)
    }
  }

  const steps = createSteps({
    ...deps,
    queue,
    onDone(step, seen) {
      records.forget(toName(seen))
      if (step === 'unpublish') live.follow(toName(seen), seen.label, 'unpublished')
      if (step !== 'publish') return
      forgetSharing(seen)
      live.follow(toName(seen), seen.label)
    },
  })

  const live = createGoingLive(deps)
  /** What is loaded is old. */
  async function renewAll(): Promise<void> {
    const shown = $open.get()
    records.forgetAll()
    await Promise.all([queue.load(), shown.state === 'ready' && settle(shown.name, records.load(shown.name))])
  }
  const last = createLastOperation({ ...deps, onUndone: renewAll })
  const bulk = createBulk({
    ...deps,
    ...{ queue, last },
    onDone(step, name, label) {
      records.forget(name)
      if (step === 'publish' || step === 'unpublish') live.follow(name, label, `${step}ed`)
      if (isSame(openName(), name)) close('replace')
    },
  })
  const merges = createMerges({ ...deps, last, onMerged: renewAll })
  /** Its page follows. */
  const onPublicChange = (record: DeskRecord) => live.follow(toName(record), record.label, 'saved')
  const edits = createEdits({ ...deps, onSaved: refresh, onPublicChange })
  const attached = createAttached({ ...deps, onChanged: refresh, onPublicChange })
  let isEditing = false
  edits.$edit.listen((edit) => {
    if (isEditing === (edit !== null)) return
    isEditing = edit !== null
    opened.writeAddress()
  })
  const removal = createRemoval({
    ...deps,
    last,
    async onRemoved(name) {
      const isOpen = isSame(openName(), name)
      records.forgetAll()
      edits.forget(name)
      if (isOpen) close('replace')
      await (isOpen || attached.$attached.get().state === 'none' ? loadQueue(false) : attached.changed())
    },
  })
  const scans = createScanChanges({ ...deps, last, onSaved: refresh })
  const files = createRecordings({ ...deps, last, onSaved: refresh })
  $open.listen((open) => {
    if (open.state === 'ready') edits.follow(open.loaded.record)
    void merges.findLikely(open.state === 'ready' ? open.loaded.record : null)
    void attached.load(open.state === 'ready' ? open.loaded.record : null)
    const edit = edits.$edit.get()
    if (edit && !isSame(openName(), edit.name)) edits.close()
  })

  /**
   * Takes a step on the open record. The next one is shown at once; if the step fails, the record comes back into its place and `$failures` says why.
   */
  async function takeOpen(step: ReviewStep, note = ''): Promise<boolean> {
    const shown = $open.get()
    if (shown.state !== 'ready') return false
    const { name, loaded } = shown
    const isListed = queue.placeOf(name) !== -1
    const next = isListed ? (queue.beside(name, 1) ?? queue.beside(name, -1)) : undefined
    const taking = steps.take(step, loaded.record, note)
    if (next) void open(toName(next))
    else if (isListed) close('replace')
    const isDone = await taking
    if (!isListed && isDone && isSame(openName(), name)) void settle(name, records.reload(name))
    if (isDone) await loadQueue(true)
    else if ($open.get().state === 'none') await open(name)
    return isDone
  }

  const restoreEdits = () =>
    Promise.all([edits, attached.edits, scans.texts.edits, files.texts.edits].map((each) => each.restoreKept()))
  /** Opens the form of the open record. */
  function edit(): void {
    const shown = $open.get()
    if (shown.state !== 'ready') return
    edits.open(shown.loaded.record)
    void claims.hurry()
  }

  return {
    edits,
    attached,
    last,
    removal,
    scans,
    files,
    merges,
    live,
    bulk: {
      ...bulk,
      /** Takes a step on all chosen drafts, then loads the queue. */
      async run(step: ReviewStep, note = ''): Promise<void> {
        await bulk.run(step, note)
        await loadQueue()
      },
    },
    $filters: queue.$filters,
    $queue: queue.$queue,
    exportLink: queue.exportLink,
    $open,
    $done: steps.$done,
    $failures: steps.$failures,
    $pending: steps.$pending,
    $renewed: opened.$renewed,
    $claim: claims.$claim,
    takeOver: claims.takeOver,

    ...createDeskLocation({ ...opened, address, queue, edit, edits, loadQueue, restoreEdits }),
    /** The connection is back, or the user asks for it. */
    async reload(): Promise<void> {
      const shown = $open.get()
      await Promise.all([shown.state === 'failed' && open(shown.name), loadQueue()])
    },
    async filter(change: Partial<QueueFilters>): Promise<void> {
      queue.$filters.set({ ...queue.$filters.get(), ...change, page: 1 })
      close('replace')
      await loadQueue()
    },
    open,
    close,
    refresh,
    renewAll,
    take: takeOpen,
    /** Publishes the open record. What was typed in its form is saved first; if that fails, nothing is published. */
    async saveAndPublish(): Promise<boolean> {
      const name = openName()
      if (!name) return false
      if (edits.isUnsaved(name)) {
        const shown = $open.get()
        if (!edits.$edit.get() && shown.state === 'ready') edits.open(shown.loaded.record)
        if (!(await edits.save()) || !isSame(openName(), name)) return false
      }
      edits.close()
      void takeOpen('publish')
      return true
    },
    edit,
    /** Puts the record of the last step back in the queue, and opens it. */
    async undo(): Promise<boolean> {
      const name = await steps.undo()
      if (!name) return false
      live.forget()
      records.forgetAll()
      await queue.load()
      return open(name).then(() => true)
    },
    /** After somebody else's change: shows the record as it is now. */
    async readAgain(name: RecordName): Promise<void> {
      steps.dropFailure(name)
      $open.set({ state: 'loading', name })
      await settle(name, records.reload(name))
    },
    dropFailure: steps.dropFailure,
    noteOf: steps.noteOf,
    keepNote: steps.keepNote,
  }
}
export type Desk<View> = ReturnType<typeof createDesk<View>>
