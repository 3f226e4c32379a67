import { atom, map } from 'nanostores'
import { operationText } from '#rules/names/operation-text.ts'
import type { ReviewStep } from '#rules/access/review-steps.ts'
import type { SessionDeps } from '../shared/deps.ts'
import type { QueueStores } from './queue.ts'
import { nameText, toName, type RecordName } from './record-names.ts'
import { refusalOf, sendStep, type Refusal } from './send-step.ts'
import type { LastOperationStore } from './undo/last-operation.ts'

/** A record that stayed as it was, and why. */
interface BulkFailure {
  name: RecordName
  label: string
  refusal: Refusal
}
interface BulkRun {
  step: ReviewStep
  state: 'running' | 'finished' | 'cancelled'
  total: number
  done: number
  failures: readonly BulkFailure[]
}

interface Deps extends SessionDeps {
  queue: QueueStores
  newId(): string
  last: LastOperationStore
  /** A record was changed. */
  onDone(step: ReviewStep, name: RecordName, label: string): void
}

/** Steps under way at once. */
const AT_ONCE = 3

/** Several drafts of the queue at once: each step succeeds or fails by itself, and a draft that failed stays as it was. */
export function createBulk({ client, withSession, queue, newId, last, onDone }: Deps) {
  /** The chosen entries, by name, with their labels. */
  const $chosen = atom<ReadonlyMap<string, { name: RecordName; label: string }>>(new Map())
  const $run = atom<BulkRun | null>(null)
  const state = map<{ anchor: string | null }>({ anchor: null })
  let isCancelled = false

  const entries = () => queue.$queue.get().entries
  const asChosen = (some: readonly { kind: string; key: number | string; label: string }[]) =>
    some.map((entry) => {
      const name = toName(entry as Parameters<typeof toName>[0])
      return [nameText(name), { name, label: entry.label }] as const
    })

  /** A range goes from the entry that was chosen last. */
  function choose(name: RecordName, isOn: boolean, { range = false } = {}) {
    const texts = entries().map(nameText)
    const [from, to] = [texts.indexOf(state.get().anchor ?? ''), texts.indexOf(nameText(name))]
    const some =
      range && from !== -1 ? entries().slice(Math.min(from, to), Math.max(from, to) + 1) : entries().slice(to, to + 1)
    const chosen = new Map($chosen.get())
    for (const [text, each] of asChosen(some)) {
      if (isOn) chosen.set(text, each)
      else chosen.delete(text)
    }
    state.setKey('anchor', nameText(name))
    $chosen.set(chosen)
  }

  async function run(step: ReviewStep, note = ''): Promise<void> {
    const waiting = [...$chosen.get().values()]
    if (waiting.length === 0 || $run.get()?.state === 'running') return
    isCancelled = false
    const batch = newId()
    let now: BulkRun = { step, state: 'running', total: waiting.length, done: 0, failures: [] }
    const report = (change: Partial<BulkRun>) => $run.set((now = { ...now, ...change }))
    report({})
    async function work(): Promise<void> {
      for (let next = waiting.shift(); next && !isCancelled; next = waiting.shift()) {
        const { name, label } = next
        try {
          const seen = await withSession(() => client.call('record', { path: { ...name } }))
          await sendStep({ client, withSession }, step, seen, note, batch)
          onDone(step, name, label)
          const chosen = new Map($chosen.get())
          chosen.delete(nameText(name))
          $chosen.set(chosen)
          report({ done: now.done + 1 })
        } catch (problem) {
          report({ done: now.done + 1, failures: [...now.failures, { name, label, refusal: refusalOf(problem) }] })
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    report({ state: now.done < now.total ? 'cancelled' : 'finished' })
    const rows = now.done - now.failures.length
    if (rows > 0) last.done(`${operationText({ type: 'bulk', label: step, into: null, rows })}.`, batch)
  }

  return {
    $chosen,
    $run,
    choose,
    /** Chooses the whole page, or nothing. */
    choosePage(isOn: boolean) {
      $chosen.set(isOn ? new Map([...$chosen.get(), ...asChosen(entries())]) : new Map())
    },
    run,
    /** What is under way is finished; the rest stays as it is. */
    cancel() {
      isCancelled = true
    },
    /** Closes the report. */
    dismiss: () => $run.set(null),
    isRunning: () => $run.get()?.state === 'running',
  }
}
