import type { DeskRecord } from '#contract/record.ts'
import type { SessionDeps } from '../shared/deps.ts'
import { nameText, type RecordName } from './record-names.ts'

/** A record with what its view needs. `View` is what the page draws: the stores do not look at it. */
export interface Loaded<View> {
  record: DeskRecord
  view: View
  /** Milliseconds since 1970. */
  at: number
}

interface Deps<View> extends SessionDeps {
  /** Loads what the view of a record needs, such as the item. */
  readView(record: DeskRecord): Promise<View>
  now(): number
}

/** Records that are kept: the open one, its neighbours, and some before. */
const MOST = 12

/** Records of the desk, loaded once and ahead of time: the next draft is on screen without a wait. */
export function createLoadedRecords<View>({ client, readView, withSession, now }: Deps<View>) {
  const kept = new Map<string, Promise<Loaded<View>>>()
  /** The same, once they are there. */
  const ready = new Map<string, Loaded<View>>()

  function forget(name: RecordName) {
    kept.delete(nameText(name))
    ready.delete(nameText(name))
  }
  async function read(name: RecordName): Promise<Loaded<View>> {
    const at = now()
    const record = await withSession(() => client.call('record', { path: { ...name } }))
    return { record, view: await withSession(() => readView(record)), at }
  }
  function load(name: RecordName): Promise<Loaded<View>> {
    const text = nameText(name)
    const known = kept.get(text)
    // The one that was used last is last.
    if (known) kept.delete(text)
    const loading = known ?? read(name)
    kept.set(text, loading)
    if (!known) {
      loading.then(
        (loaded) => kept.get(text) === loading && ready.set(text, loaded),
        () => kept.get(text) === loading && kept.delete(text),
      )
    }
    for (const old of kept.keys()) {
      if (kept.size <= MOST) break
      kept.delete(old)
      ready.delete(old)
    }
    return loading
  }

  return {
    load,
    forget,
    /** Reads it again; the one that is kept stays until the answer is there. */
    async reload(name: RecordName): Promise<Loaded<View>> {
      const loaded = await read(name)
      kept.set(nameText(name), Promise.resolve(loaded))
      ready.set(nameText(name), loaded)
      return loaded
    },
    /** What is there now. */
    peek: (name: RecordName): Loaded<View> | undefined => ready.get(nameText(name)),
    forgetAll() {
      kept.clear()
      ready.clear()
    },
    /** Loads in the background. */
    prefetch(name: RecordName) {
      load(name).catch(() => {})
    },
    /** All that are there now. */
    all: () => [...ready.values()],
  }
}
export type LoadedRecords<View> = ReturnType<typeof createLoadedRecords<View>>
