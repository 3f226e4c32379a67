import { atom } from 'nanostores'
import type { DeskRecord } from '#contract/record.ts'
import type { ReviewStep } from '#rules/access/review-steps.ts'
import type { Schedule, SessionDeps } from '../shared/deps.ts'
import type { QueueStores } from './queue.ts'
import { isSame, nameText, toName, type RecordName } from './record-names.ts'
import { refusalOf, sendStep, type Refusal } from './send-step.ts'

/** A step that was taken. */
export interface Done {
  name: RecordName
  label: string
  step: ReviewStep
}
/** The last step. `brings`: what was published with it. */
interface LastStep extends Done {
  canUndo: boolean
  brings: readonly RecordName[]
}
/** A step that was not done: the record is as it was, and in its place in the queue. */
export interface Failure extends Done {
  refusal: Refusal
}

const UNDO: Partial<Record<ReviewStep, ReviewStep>> = {
  publish: 'unpublish',
  return: 'resubmit',
  discard: 'resubmit',
}
/** Milliseconds until a step that others learn of can't be undone any more: a discard can, as long as nothing else is done. */
const UNDO_TIME = 10_000

interface Deps extends SessionDeps {
  schedule: Schedule
  queue: QueueStores
  /** After a step: what was loaded of the record is old. */
  onDone(step: ReviewStep, seen: DeskRecord): void
}

/** The steps that are taken on records, and how they ended. */
export function createSteps({ queue, onDone, ...deps }: Deps) {
  const $done = atom<LastStep | null>(null)
  const $failures = atom<readonly Failure[]>([])
  /** How many are under way. */
  const $pending = atom(0)
  /** Notes that were typed and not sent. */
  const notes = new Map<string, string>()

  const dropFailure = (name: RecordName) => $failures.set($failures.get().filter((each) => !isSame(each.name, name)))
  function fail(done: Done, problem: unknown): false {
    dropFailure(done.name)
    $failures.set([...$failures.get(), { ...done, refusal: refusalOf(problem) }])
    return false
  }
  /** Takes the record off the queue while the step is under way. */
  async function take(step: ReviewStep, seen: DeskRecord, note = ''): Promise<boolean> {
    const name = toName(seen)
    const done = { name, label: seen.label, step }
    const off = queue.takeOff(name)
    dropFailure(name)
    $done.set(null)
    $pending.set($pending.get() + 1)
    try {
      await sendStep(deps, step, seen, note)
      off.done()
      notes.delete(nameText(name))
      onDone(step, seen)
      const last = { ...done, canUndo: step in UNDO, brings: seen.brings.map(toName) }
      $done.set(last)
      if (step !== 'discard')
        deps.schedule(UNDO_TIME, () => $done.get() === last && $done.set({ ...last, canUndo: false }))
      return true
    } catch (problem) {
      off.putBack()
      return fail(done, problem)
    } finally {
      $pending.set($pending.get() - 1)
    }
  }
  return {
    $done,
    $failures,
    $pending,
    take,
    /** Puts the record of the last step, and what was published with it, back in the queue. Returns its name, or null if that failed. */
    async undo(): Promise<RecordName | null> {
      const done = $done.get()
      const step = done?.canUndo ? UNDO[done.step] : undefined
      if (!done || !step) return null
      const read = (name: RecordName) => deps.withSession(() => deps.client.call('record', { path: { ...name } }))
      try {
        if (!(await take(step, await read(done.name)))) return null
        if (step === 'unpublish') for (const part of done.brings) await sendStep(deps, step, await read(part))
        return done.name
      } catch (problem) {
        fail({ ...done, step }, problem)
        return null
      }
    },
    dropFailure,
    hasFailed: (name: RecordName) => $failures.get().some((failure) => isSame(failure.name, name)),
    noteOf: (name: RecordName) => notes.get(nameText(name)) ?? '',
    keepNote: (name: RecordName, note: string) => void notes.set(nameText(name), note),
  }
}
