import type { ImportCallName } from '#contract/endpoints.ts'
import type { ImportMapping, TableMapping } from '#contract/import-mapping.ts'
import type { Correction, ImportChange, ImportDetails } from '#contract/imports.ts'
import { createDebounce } from '../../shared/debounce.ts'
import type { Schedule, SessionDeps } from '../../shared/deps.ts'
import { action, resource } from '../../shared/resource.ts'
import { ifMatch, refusalOf } from '../send-step.ts'
import { type Decision, isBusy, type NameQuestion } from './import-steps.ts'

interface Deps extends SessionDeps<ImportCallName> {
  schedule: Schedule
  /** False while the page is in the background: nothing is asked then. */
  isVisible: () => boolean
}

/** Milliseconds between two looks at what runs, and after the last change until it is sent. */
const PAUSE = 1000
const WAIT = 400

/** Without files, which have their own store. */
type Change = Partial<Pick<ImportDetails, 'corrections' | 'status' | 'skip_bad'> & { mapping: ImportMapping }>

/** An import that is open: followed while it runs, and changed at once here, and in the archive a moment later. */
export function createOpenImport({ client, withSession, schedule, isVisible }: Deps, id: number) {
  const path = { id }
  const open = resource((signal) => withSession(() => client.call('import', { path, signal })))
  const actions = action(refusalOf)
  const debounce = createDebounce(schedule)
  const polls = createDebounce(schedule)
  let waiting: Change = {}
  let last = Promise.resolve(true)
  let isClosed = false

  function follow(): void {
    const { value } = open.$resource.get()
    if (value && isBusy(value) && !isClosed) polls.after(PAUSE, () => void (isVisible() ? look() : follow()))
  }
  /** How far it is says the list of imports: all that is known of one may be megabytes. */
  async function look(): Promise<void> {
    const all = await withSession(() => client.call('imports')).catch(() => undefined)
    const entry = all?.find((each) => each.id === id)
    if (all && !(entry && isBusy(entry))) return load()
    if (entry) open.change((now) => ({ ...now, ...entry }))
    follow()
  }
  const load = async () => void ((await open.load()) && follow())
  function show(details: ImportDetails): void {
    open.set(details)
    follow()
  }

  /** False if they were not taken. */
  async function sendChanges(): Promise<boolean> {
    const body: ImportChange = waiting
    if (Object.keys(body).length === 0) return true
    waiting = {}
    const isDone = await actions.run(async () => {
      const details = await withSession(() => client.call('changeImport', { path, body, headers: ifMatch(now()) }))
      // What was changed meanwhile is newer.
      show({ ...details, ...waiting })
    })
    if (isDone) return true
    const isRefused = actions.$refusal.get()?.why === 'refused'
    if (isRefused) await load()
    // What was changed meanwhile would undo what somebody else did.
    waiting = isRefused ? {} : ({ ...body, ...waiting } as Change)
    return false
  }
  /** One after the other. */
  function flush() {
    debounce.cancel()
    return (last = last.then(sendChanges))
  }
  /** Does something after all changes are there. True if it was done. */
  async function act(work: () => Promise<unknown>): Promise<boolean> {
    return (await flush()) && actions.run(() => withSession(work))
  }
  const step = (call: 'checkImport' | 'runImport' | 'cancelImport') => () =>
    act(async () => show(await client.call(call, { path })))

  function change(part: Change): void {
    const isStale = 'mapping' in part || 'corrections' in part
    open.change((now) => ({ ...now, ...part, stale: now.stale || isStale }))
    waiting = { ...waiting, ...part }
    debounce.after(WAIT, () => void flush())
  }
  const now = () => open.$resource.get().value!
  const mapping = () => now().mapping!
  const changeMapping = (part: Partial<ImportMapping>) => change({ mapping: { ...mapping(), ...part } })

  return {
    $import: open.$resource,
    /** Why the last change or step was not done. */
    $refusal: actions.$refusal,
    load,
    change,
    changeMapping,
    changeTable(name: string, part: Partial<TableMapping>) {
      const tables = mapping().tables.map((each) => (each.table === name ? { ...each, ...part } : each))
      changeMapping({ tables })
    },
    decide({ list, name }: Pick<NameQuestion, 'list' | 'name'>, decision: Decision) {
      const { names } = mapping()
      changeMapping({ names: { ...names, [list]: { ...names[list], [name]: decision } } })
    },
    correct(cell: Correction) {
      const isOther = ({ table, row, column }: Correction) =>
        table !== cell.table || row !== cell.row || column !== cell.column
      change({ corrections: [...now().corrections.filter(isOther), cell] })
    },
    act,
    flush,
    check: step('checkImport'),
    run: step('runImport'),
    cancel: step('cancelImport'),
    remove: () => act(() => client.call('removeImport', { path })),
    async removeFiles(files: readonly string[]): Promise<void> {
      await act(async () => {
        for (const file of files) await client.call('removeImportFile', { path, query: { path: file } })
      })
      await load()
    },
    start() {
      isClosed = false
      void load()
      return () => {
        isClosed = true
        open.end()
        polls.cancel()
        void flush()
      }
    },
  }
}
