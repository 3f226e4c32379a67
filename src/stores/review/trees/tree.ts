import { atom, computed } from 'nanostores'
import type { Client } from '#client/client.ts'
import { ApiError, fieldErrorsOf } from '#client/errors.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { TreeKind, TreeRow } from '#contract/tree.ts'
import { SessionEndedError } from '../../auth/auth-stores.ts'
import { AUTH } from '../../auth/messages.ts'
import { latestOnly } from '../../shared/latest-only.ts'
import { createEdits } from '../edit.ts'
import type { KeptEdits } from '../kept-edits.ts'
import { createMerges } from '../merge.ts'
import { createRemoval } from '../removal.ts'
import { isSame } from '../record-names.ts'
import { ifMatch } from '../send-step.ts'
import { createLastOperation } from '../undo/last-operation.ts'
import { aboveOf, branchOf, shownRows } from './tree-rows.ts'

export type TreeCallName = DeskCallName | 'tree'
/** What the panel beside the tree shows. */
export type Panel =
  | { of: 'none' }
  | { of: 'record'; id: number; record: DeskRecord | null; problem: string | null }
  | { of: 'new'; parent: number | null }
/** A target is being chosen in the tree. */
export interface Choosing {
  what: 'move' | 'merge'
  id: number
}
export interface TreeStep {
  step: 'moved' | 'saved' | 'added' | 'restored'
  name: string
  into?: string | undefined
}

interface Deps {
  kind: TreeKind
  client: Client<TreeCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  newId(): string
  /** Unsaved edits on this device. */
  kept: KeptEdits
}

const PARENT = { subjects: 'subject_parent', collections: 'parent_collection' } as const

/** The server's sentences, without the fields: there is no form. */
function sentenceOf(problem: unknown): string {
  if (problem instanceof ApiError && problem.status < 500 && problem.status !== 429) {
    // A version conflict comes with the record.
    const sentences = problem.status === 412 ? [] : Object.values(fieldErrorsOf(problem))
    return sentences.join(' ') || problem.detail || AUTH.broken
  }
  return problem instanceof SessionEndedError ? AUTH.sessionEnded : AUTH.problem(problem)
}

/** The tree of subjects or collections: loaded once, then kept as it is changed. */
export function createTree({ kind, client, withSession, ...deps }: Deps) {
  const $rows = atom<readonly TreeRow[] | null>(null)
  const $problem = atom<string | null>(null)
  const $open = atom<ReadonlySet<number>>(new Set())
  const $words = atom('')
  const $panel = atom<Panel>({ of: 'none' })
  const $choosing = atom<Choosing | null>(null)
  const $done = atom<TreeStep | null>(null)
  /** Why the last step was refused. */
  const $refused = atom<string | null>(null)
  const $shown = computed([$rows, $open, $words], (rows, open, words) => (rows ? shownRows(rows, open, words) : []))
  const records = latestOnly()
  const edits = createEdits({ client, withSession, ...deps })
  const path = (id: number) => ({ kind, key: id })
  const rowOf = (id: number | null) => $rows.get()?.find((row) => row.id === id)

  async function load(): Promise<void> {
    try {
      $rows.set(await withSession(() => client.call('tree', { path: { kind } })))
      $problem.set(null)
    } catch (problem) {
      $problem.set(AUTH.problem(problem))
    }
  }
  /** Opens the branches above a row. */
  function reveal(id: number) {
    $open.set(new Set([...$open.get(), ...aboveOf($rows.get() ?? [], id)]))
  }
  function close() {
    records.end()
    edits.close()
    $panel.set({ of: 'none' })
  }
  async function choose(id: number): Promise<void> {
    const { signal, isCurrent } = records.next()
    $panel.set({ of: 'record', id, record: null, problem: null })
    try {
      const record = await withSession(() => client.call('record', { path: path(id), signal }))
      if (!isCurrent()) return
      $panel.set({ of: 'record', id, record, problem: null })
      edits.open(record)
    } catch (problem) {
      if (isCurrent()) $panel.set({ of: 'record', id, record: null, problem: sentenceOf(problem) })
    }
  }
  function start() {
    $done.set(null)
    $refused.set(null)
    last.forget()
  }
  /** Does it, and says why not where it is refused. */
  async function take(work: () => Promise<void>): Promise<boolean> {
    start()
    try {
      await withSession(work)
      return true
    } catch (problem) {
      $refused.set(sentenceOf(problem))
      return false
    }
  }

  async function renewAll(): Promise<void> {
    $done.set(null)
    $refused.set(null)
    close()
    await load()
  }
  const last = createLastOperation({
    client,
    withSession,
    async onUndone(record) {
      await renewAll()
      if (!record) return
      reveal(Number(record.key))
      $done.set({ step: 'restored', name: record.label })
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
    edits,
    last,
    merges,
    removal,
    $rows,
    $problem,
    $open,
    $words,
    $shown,
    $panel,
    $choosing,
    $done,
    $refused,
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
      records.end()
      const fields = { [PARENT[kind]]: parent, ...(kind === 'collections' && { hierarchy: 'file' }) }
      edits.openNew(kind, `below ${parent ?? 'none'}`, fields, {})
      $panel.set({ of: 'new', parent })
    },
    startChoosing(what: Choosing['what'], id: number) {
      start()
      $choosing.set({ what, id })
    },
    stopChoosing: () => $choosing.set(null),
    /** Which rows can be the target: not itself, what is below it, or where it already is. `null` is the top level. */
    targetsOf({ what, id }: Choosing, rows = $rows.get() ?? []): (target: number | null) => boolean {
      if (what === 'merge') return (target) => target !== null && target !== id
      const [branch, parent] = [branchOf(rows, id), rows.find((row) => row.id === id)?.parent ?? null]
      return (target) => target !== parent && (target === null || !branch.has(target))
    },
    /** Moves a branch below another row, or to the top level. It is shown there at once, and goes back where the server refuses it. */
    async move(id: number, parent: number | null): Promise<boolean> {
      $choosing.set(null)
      const [before, row] = [$rows.get(), rowOf(id)]
      if (!before || !row) return false
      $rows.set(before.map((each) => (each.id === id ? { ...each, parent } : each)))
      if (parent !== null) $open.set(new Set([...$open.get(), parent]))
      reveal(id)
      const isDone = await take(async () => {
        const seen = await client.call('record', { path: path(id) })
        const body = { [PARENT[kind]]: parent }
        const record = await client.call('editRecord', { path: path(id), body, headers: ifMatch(seen) })
        const panel = $panel.get()
        if (panel.of === 'record' && panel.id === id) $panel.set({ ...panel, record })
        // What is typed stays.
        edits.follow(record)
      })
      if (isDone) $done.set({ step: 'moved', name: row.name, into: rowOf(parent)?.name })
      else $rows.set(($rows.get() ?? []).map((each) => (each.id === id ? { ...each, parent: row.parent } : each)))
      return isDone
    },
    /** Saves the open form. Null: it says why not. */
    async save(): Promise<DeskRecord | null> {
      start()
      const isNew = edits.$edit.get()?.newKey !== null
      const record = await edits.save()
      if (!record) return null
      const id = Number(record.key)
      await load()
      if (isNew) reveal(id)
      // Somebody may have opened another one meanwhile.
      if (isSame(edits.$edit.get()?.name ?? null, record)) $panel.set({ of: 'record', id, record, problem: null })
      $done.set({ step: isNew ? 'added' : 'saved', name: record.label })
      return record
    },
    /** The edited row became part of another: that one is opened, with what was typed. */
    async followMerge(): Promise<void> {
      const edit = edits.$edit.get()
      if (!edit?.gone?.into) return
      await choose(Number(edit.gone.into.name.key))
      const panel = $panel.get()
      if (panel.of === 'record' && panel.record) edits.moveTo(panel.record, edit.name)
    },
  }
}
export type TreeStore = ReturnType<typeof createTree>
