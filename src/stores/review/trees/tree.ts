import { atom, computed } from 'nanostores'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { TreeKind, TreeRow } from '#contract/tree.ts'
import type { SessionDeps } from '../../shared/deps.ts'
import { action, resource, type Resource } from '../../shared/resource.ts'
import { createEdits, type EditDeps } from '../edit.ts'
import { createMerges } from '../merge.ts'
import { createRemoval } from '../removal.ts'
import { isSame } from '../record-names.ts'
import { ifMatch, refusalOf } from '../send-step.ts'
import { createLastOperation } from '../undo/last-operation.ts'
import { aboveOf, branchOf, shownRows } from './tree-rows.ts'

export type TreeCallName = DeskCallName | 'tree'
/** What the panel beside the tree shows. */
type Panel =
  | { of: 'none' }
  | { of: 'record'; id: number; opened: Resource<DeskRecord> }
  | { of: 'new'; parent: number | null; round: number }
type Place = Exclude<Panel, { of: 'record' }> | { of: 'record'; id: number }
/** A target is being chosen in the tree. */
export interface Choosing {
  what: 'move' | 'merge'
  id: number
}
export interface TreeStep {
  step: 'moved' | 'saved' | 'added'
  name: string
  into?: string | undefined
}

interface Deps extends SessionDeps<TreeCallName>, Pick<EditDeps, 'newId' | 'kept'> {
  kind: TreeKind
}

const PARENT = { subjects: 'subject_parent', collections: 'parent_collection', stories: null } as const

/** The tree of subjects or collections: loaded once, then kept as it is changed. */
export function createTree({ kind, client, withSession, ...deps }: Deps) {
  /** Of the form for a new row: asked for again, it begins again. */
  let round = 0
  const list = resource((signal) => withSession(() => client.call('tree', { path: { kind }, signal })))
  const $rows = computed(list.$resource, ({ value }) => value ?? null)
  const { load } = list
  const $open = atom<ReadonlySet<number>>(new Set())
  const $words = atom('')
  const $place = atom<Place>({ of: 'none' })
  const record = resource((signal, id: number) => withSession(() => client.call('record', { path: path(id), signal })))
  const $panel = computed([$place, record.$resource], (place, opened): Panel =>
    place.of === 'record' ? { ...place, opened } : place,
  )
  const $choosing = atom<Choosing | null>(null)
  const $done = atom<TreeStep | null>(null)
  const changes = action(refusalOf)
  const $shown = computed([$rows, $open, $words], (rows, open, words) => (rows ? shownRows(rows, open, words) : []))
  const edits = createEdits({ client, withSession, ...deps })
  const path = (id: number) => ({ kind, key: id })
  const rowOf = (id: number | null) => $rows.get()?.find((row) => row.id === id)
  const moved = (id: number, parent: number | null) =>
    list.set(($rows.get() ?? []).map((each) => (each.id === id ? { ...each, parent } : each)))

  function reveal(id: number) {
    $open.set(new Set([...$open.get(), ...aboveOf($rows.get() ?? [], id)]))
  }
  function close() {
    record.clear()
    edits.close()
    $place.set({ of: 'none' })
  }
  async function choose(id: number): Promise<void> {
    record.clear()
    $place.set({ of: 'record', id })
    if (!(await record.load(id))) return
    const { state, value } = record.$resource.get()
    if (state === 'ready') edits.open(value)
  }
  /** A new step begins. */
  function start() {
    $done.set(null)
    changes.clear()
    last.forget()
  }

  async function renewAll(): Promise<void> {
    $done.set(null)
    changes.clear()
    close()
    await load()
  }
  const last = createLastOperation({
    client,
    withSession,
    async onUndone(back) {
      await renewAll()
      if (back) reveal(Number(back.key))
    },
  })
  const merges = createMerges({ client, withSession, last, onMerged: renewAll })
  const removal = createRemoval({
    client,
    withSession,
    last,
    async onRemoved(name) {
      edits.forget(name)
      await renewAll()
    },
  })

  return {
    kind,
    /** Rows are below others: they can be moved and merged. */
    hasBranches: PARENT[kind] !== null,
    edits,
    last,
    merges,
    removal,
    $rows,
    /** Whether the rows could be loaded. */
    $list: list.$resource,
    $open,
    $words,
    $shown,
    $panel,
    $choosing,
    $done,
    /** Why the last step was refused. */
    $refusal: changes.$refusal,
    /** Loads the rows, and what was typed before the page was closed. */
    start: () => Promise.all([load(), edits.restoreKept()]),
    load,
    reveal,
    choose,
    close,
    toggle(id: number, isOpen = !$open.get().has(id)) {
      const open = new Set($open.get())
      if (isOpen) open.add(id)
      else open.delete(id)
      $open.set(open)
    },
    openAll: (isOpen: boolean) => $open.set(new Set(isOpen ? ($rows.get() ?? []).map(({ id }) => id) : [])),
    startAdding(parent: number | null) {
      record.clear()
      const above = PARENT[kind]
      const fields = { ...(above && { [above]: parent }), ...(kind === 'collections' && { hierarchy: 'file' }) }
      edits.openNew(kind, `below ${parent ?? 'none'}`, fields, {})
      $place.set({ of: 'new', parent, round: ++round })
    },
    startChoosing(what: Choosing['what'], id: number) {
      start()
      $choosing.set({ what, id })
    },
    stopChoosing: () => $choosing.set(null),
    /** Which rows can be the target: not itself, what is below it, or where it already is. `null` is the top level. */
    targetsOf(
      { what, id }: Choosing,
      rows: readonly TreeRow[] = $rows.get() ?? [],
    ): (target: number | null) => boolean {
      if (what === 'merge') return (target) => target !== null && target !== id
      const [branch, parent] = [branchOf(rows, id), rows.find((row) => row.id === id)?.parent ?? null]
      return (target) => target !== parent && (target === null || !branch.has(target))
    },
    /** Moves a branch below another row, or to the top level. It is shown there at once, and goes back where the server refuses it. */
    async move(id: number, parent: number | null): Promise<boolean> {
      $choosing.set(null)
      const row = rowOf(id)
      if (!row) return false
      moved(id, parent)
      if (parent !== null) $open.set(new Set([...$open.get(), parent]))
      reveal(id)
      start()
      const isDone = await changes.run(() =>
        withSession(async () => {
          const seen = await client.call('record', { path: path(id) })
          const body = { [PARENT[kind]!]: parent }
          const now = await client.call('editRecord', { path: path(id), body, headers: ifMatch(seen) })
          const place = $place.get()
          if (place.of === 'record' && place.id === id) record.set(now)
          // What is typed stays.
          edits.follow(now)
        }),
      )
      if (isDone) $done.set({ step: 'moved', name: row.name, into: rowOf(parent)?.name })
      else moved(id, row.parent)
      return isDone
    },
    /** Saves the open form. Null: it says why not. */
    async save(): Promise<DeskRecord | null> {
      start()
      const isNew = edits.$edit.get()?.newKey !== null
      const saved = await edits.save()
      if (!saved) return null
      const id = Number(saved.key)
      await load()
      if (isNew) reveal(id)
      // Somebody may have opened another one meanwhile.
      if (isSame(edits.$edit.get()?.name ?? null, saved)) {
        record.set(saved)
        $place.set({ of: 'record', id })
      }
      $done.set({ step: isNew ? 'added' : 'saved', name: saved.label })
      return saved
    },
    /** The edited row became part of another: that one is opened, with what was typed. */
    async followMerge(): Promise<void> {
      const edit = edits.$edit.get()
      if (!edit?.gone?.into) return
      const id = Number(edit.gone.into.name.key)
      await choose(id)
      const panel = $panel.get()
      if (panel.of === 'record' && panel.id === id && panel.opened.value) edits.moveTo(panel.opened.value, edit.name)
    },
  }
}
export type TreeStore = ReturnType<typeof createTree>
