import { atom } from 'nanostores'
import * as v from 'valibot'
import { MERGED_KINDS, type MergedKind } from '#contract/merged.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { FieldConflict, LikelyDuplicates } from '#contract/review.ts'
import type { SessionDeps } from '../shared/deps.ts'
import { latestOnly } from '../shared/latest-only.ts'
import { toName, type RecordName } from './record-names.ts'
import { ifMatch, refusalOf, type Refusal } from './send-step.ts'
import type { LastOperationStore } from './undo/last-operation.ts'

const canMerge = (kind: string): kind is MergedKind => v.is(v.picklist(MERGED_KINDS), kind)

/** Two records that may become one. `from` goes, `into` stays. */
export interface MergePlan {
  kind: MergedKind
  from: DeskRecord
  into: DeskRecord
  /** The record that stays as it would be, and the fields where both have something. */
  preview: { record: DeskRecord; conflicts: readonly FieldConflict[] }
  /** Fields whose value is that of `from`, where both have one. */
  take: readonly string[]
}
type MergeState =
  | { state: 'none' }
  /** `plan`: the one before, while the two are swapped. */
  | { state: 'loading'; plan: MergePlan | null }
  | { state: 'ready' | 'merging'; plan: MergePlan; refusal: Refusal | null }
  | { state: 'failed'; refusal: Refusal }
interface Deps extends SessionDeps {
  last: LastOperationStore
  /** Records were merged: what is loaded is old. */
  onMerged(): Promise<void>
}

/** Likely duplicates of the open record and of what it brings, and the merge of two records. */
export function createMerges({ client, withSession, last, onMerged }: Deps) {
  const $likely = atom<LikelyDuplicates>([])
  const $merge = atom<MergeState>({ state: 'none' })
  const requests = latestOnly()
  /** Of the dialog: another one, or none, may be open when an answer arrives. */
  const plans = latestOnly()
  let request = plans.next()

  const read = (kind: MergedKind, key: number) => client.call('record', { path: { kind, key } })
  const post = ({ kind, from, into, take }: Omit<MergePlan, 'preview'>, preview: boolean) => {
    const body = { into: Number(into.key), take: [...take], preview }
    return withSession(() => client.call('merge', { path: { kind, key: from.key }, body, headers: ifMatch(from) }))
  }

  async function plan(
    kind: MergedKind,
    fromKey: number,
    intoKey: number,
    before: MergePlan | null = null,
  ): Promise<void> {
    const { isCurrent } = (request = plans.next())
    const show = (next: MergeState) => isCurrent() && $merge.set(next)
    show({ state: 'loading', plan: before })
    try {
      const [from, into] = await withSession(() => Promise.all([read(kind, fromKey), read(kind, intoKey)]))
      const pair = { kind, from, into, take: [] }
      show({ state: 'ready', plan: { ...pair, preview: await post(pair, true) }, refusal: null })
    } catch (problem) {
      const refusal = refusalOf(problem)
      show(before ? { state: 'ready', plan: before, refusal } : { state: 'failed', refusal })
    }
  }

  return {
    $likely,
    $merge,
    /** Looks for duplicates of the open record. A server without this finds none. */
    async findLikely(record: DeskRecord | null): Promise<void> {
      const { signal, isCurrent } = requests.next()
      $likely.set([])
      if (!record || (!canMerge(record.kind) && record.brings.length === 0)) return
      const found = await client
        .call('likely', { path: { kind: record.kind, key: record.key }, signal })
        .catch(() => undefined)
      if (found && isCurrent()) $likely.set(found.filter(({ likely }) => likely.length > 0))
    },
    plan: (kind: MergedKind, fromKey: number, intoKey: number) => plan(kind, fromKey, intoKey),
    /** The other of the two stays. */
    async swap(): Promise<void> {
      const now = $merge.get()
      if (now.state !== 'ready') return
      const { kind, from, into } = now.plan
      await plan(kind, Number(into.key), Number(from.key), now.plan)
    },
    /** Where both have a value: that of the record that goes counts, or that of the one that stays. */
    async choose(field: string, whose: 'from' | 'into'): Promise<void> {
      const now = $merge.get()
      if (now.state !== 'ready') return
      const others = now.plan.take.filter((each) => each !== field)
      const plan = { ...now.plan, take: whose === 'from' ? [...others, field] : others }
      $merge.set({ ...now, plan, refusal: null })
      const isCurrent = () => {
        const shown = $merge.get()
        return shown.state === 'ready' && shown.plan.take === plan.take
      }
      try {
        const preview = await post(plan, true)
        if (isCurrent()) $merge.set({ state: 'ready', plan: { ...plan, preview }, refusal: null })
      } catch (problem) {
        if (isCurrent()) $merge.set({ ...now, refusal: refusalOf(problem) })
      }
    },
    close() {
      plans.end()
      $merge.set({ state: 'none' })
    },
    /** Makes them one. Returns the name of the one that stays, or null if that failed or the dialog was closed meanwhile. */
    async merge(): Promise<RecordName | null> {
      const now = $merge.get()
      if (now.state !== 'ready') return null
      const { from } = now.plan
      const { isCurrent } = request
      const show = (next: MergeState) => isCurrent() && $merge.set(next)
      show({ ...now, state: 'merging', refusal: null })
      try {
        const { merge, record } = await post(now.plan, false)
        if (merge !== null) last.done(`“${from.label}” is part of “${record.label}” now.`, [merge])
        await onMerged()
        if (!isCurrent()) return null
        $merge.set({ state: 'none' })
        return toName(record)
      } catch (problem) {
        show({ ...now, refusal: refusalOf(problem) })
        return null
      }
    },
  }
}
export type Merges = ReturnType<typeof createMerges>
