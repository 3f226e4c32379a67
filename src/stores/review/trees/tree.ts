import { atom, computed } from 'nanostores'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { DeskRecord, RecordFields } from '#contract/record.ts'
import type { TreeKind, TreeRow } from '#contract/tree.ts'
import type { FormFailure } from '../../auth/auth-stores.ts'
import { formFailure } from '../../auth/form-failure.ts'
import { AUTH } from '../../auth/messages.ts'
import { latestOnly } from '../../shared/latest-only.ts'
import { createMerges } from '../merge.ts'
import { createRemoval } from '../removal.ts'
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
}

const PARENT = { subjects: 'subject_parent', collections: 'parent_collection' } as const

/** The server's sentences, without the fields: there is no form. */
function sentenceOf(problem: unknown): string {
  if (problem instanceof ApiError && problem.status < 500 && problem.status !== 429) {
    // A version conflict comes with the record.
    const sentences = problem.status === 412 ? [] : Object.values(problem.fields).flat()
    return sentences.length > 0 ? sentences.join(' ') : problem.detail || AUTH.broken
  }
  const failure = formFailure(problem)
  return failure?.text ?? AUTH.broken
}

/** The tree of subjects or collections: loaded once, then kept as it is changed. */
export function createTree({ kind, client, withSession }: Deps) {
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
  async function choose(id: number): Promise<void> {
    const { signal, isCurrent } = records.next()
    $panel.set({ of: 'record', id, record: null, problem: null })
    try {
      const record = await withSession(() => client.call('record', { path: path(id), signal }))
      if (isCurrent()) $panel.set({ of: 'record', id, record, problem: null })
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
  const edit = async (id: number, fields: RecordFields) => {
    const seen = await client.call('record', { path: path(id) })
    return client.call('editRecord', { path: path(id), body: fields, headers: ifMatch(seen) })
  }

  async function renewAll(): Promise<void> {
    $done.set(null)
    $refused.set(null)
    $panel.set({ of: 'none' })
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
  const removal = createRemoval({ client, withSession, last, onRemoved: renewAll })

  return {
    kind,
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
    load,
    reveal,
    choose,
    close: () => {
      records.end()
      $panel.set({ of: 'none' })
    },
    toggle(id: number, isOpen = !$open.get().has(id)) {
      const open = new Set($open.get())
      if (isOpen) open.add(id)
      else open.delete(id)
      $open.set(open)
    },
    openAll: (isOpen: boolean) => $open.set(new Set(isOpen ? ($rows.get() ?? []).map(({ id }) => id) : [])),
    startAdding: (parent: number | null) => $panel.set({ of: 'new', parent }),
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
        const record = await edit(id, { [PARENT[kind]]: parent })
        const panel = $panel.get()
        if (panel.of === 'record' && panel.id === id) $panel.set({ ...panel, record })
      })
      if (isDone) $done.set({ step: 'moved', name: row.name, into: rowOf(parent)?.name })
      else $rows.set(($rows.get() ?? []).map((each) => (each.id === id ? { ...each, parent: row.parent } : each)))
      return isDone
    },
    /** Saves the fields of the open record. A newer version that somebody else has saved is not overwritten. */
    async save(record: DeskRecord, fields: RecordFields): Promise<FormFailure> {
      start()
      try {
        const saved = await withSession(() =>
          client.call('editRecord', { path: path(Number(record.key)), body: fields, headers: ifMatch(record) }),
        )
        $panel.set({ of: 'record', id: Number(record.key), record: saved, problem: null })
        await load()
        $done.set({ step: 'saved', name: saved.label })
        return undefined
      } catch (problem) {
        return formFailureOf(problem)
      }
    },
    async add(parent: number | null, fields: RecordFields): Promise<FormFailure> {
      start()
      try {
        const body = { ...fields, [PARENT[kind]]: parent }
        const added = await withSession(() => client.call('createRecord', { path: { kind }, body }))
        await load()
        reveal(Number(added.key))
        $panel.set({ of: 'record', id: Number(added.key), record: added, problem: null })
        $done.set({ step: 'added', name: added.label })
        return undefined
      } catch (problem) {
        return formFailureOf(problem)
      }
    },
  }
}
export type TreeStore = ReturnType<typeof createTree>

/** Somebody else saved it meanwhile, or another reason without a field. */
function formFailureOf(problem: unknown): FormFailure {
  const isWhole = problem instanceof ApiError && (problem.status === 412 || Object.keys(problem.fields).length === 0)
  return isWhole ? { text: sentenceOf(problem) } : formFailure(problem)
}
