import { startJob, type Job } from '../jobs/background-job.ts'
import type { Db } from '../database/tables.ts'
import type { ChangedSince, ReadState } from '../repositories/archive-state.ts'
import { PUBLIC, isKnown, listed, visible } from '../repositories/view.ts'
import type { PublicCopies } from '../storage/public-copies.ts'

/** Milliseconds between two looks at the change counter. */
const EVERY = 10_000

/** Folders of public copies, below those of their kind. */
const SCANS = 'scans'
const PEOPLE = 'people'
export const scanFolder = (item: number, scan: number, version: string) => `${SCANS}/${item}/${scan}/${version}`
export const personFolder = (person: number, version: string) => `${PEOPLE}/${person}/${version}`

export interface WithdrawOptions {
  db: Db
  copies: PublicCopies
  state: ReadState & { changesSince(since: number): Promise<ChangedSince | null> }
  /** Tells caches the addresses of copies that are gone. */
  purge?: ((addresses: readonly string[]) => Promise<void>) | undefined
  log?: (sentence: string, error: unknown) => void
}

async function scanFolders(db: Db, items?: readonly number[]): Promise<Set<string>> {
  let select = db
    .selectFrom('scan')
    .innerJoin('item', 'item.id', 'scan.item_id')
    .select(['scan.item_id', 'scan.id', 'scan.version'])
    .where(visible('item', PUBLIC))
    .where('scan.hidden_until', 'is', null)
  if (items) select = select.where('scan.item_id', 'in', items)
  return new Set((await select.execute()).map(({ item_id, id, version }) => scanFolder(item_id, id, version)))
}

async function personFolders(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('person_image')
    .innerJoin('person', 'person.id', 'person_image.person_id')
    .select(['person_image.person_id', 'person_image.version'])
    .where(visible('person', PUBLIC))
    .where(isKnown('person', PUBLIC))
    .where(listed('person_image', PUBLIC))
    .execute()
  return new Set(rows.map(({ person_id, version }) => personFolder(person_id, version)))
}

/** Removes public copies of what is no longer published: at the start, and within seconds after a change. Nobody is sent to them by then. */
export function startWithdrawingCopies(
  { db, copies, state, purge, log }: WithdrawOptions,
  { every = EVERY, end }: { every?: number; end?: () => Promise<unknown> } = {},
): Job {
  let done: number | undefined
  /** Removed, and not told to caches yet. */
  let gone: string[] = []
  return startJob(
    async () => {
      const { counter } = await state.read()
      if (counter === done) return
      const changed = done === undefined ? null : await state.changesSince(done)
      if (changed && !changed.others) {
        const { items } = changed
        const allowed = items.length === 0 ? new Set<string>() : await scanFolders(db, items)
        for (const item of items) gone.push(...(await copies.keepOnly(`${SCANS}/${item}/`, allowed)))
      } else {
        gone.push(...(await copies.keepOnly(`${SCANS}/`, await scanFolders(db))))
        gone.push(...(await copies.keepOnly(`${PEOPLE}/`, await personFolders(db))))
      }
      if (gone.length > 0) await purge?.(gone)
      gone = []
      done = counter
    },
    { every, end, onError: (error) => log?.('Public copies of withdrawn pictures could not be removed.', error) },
  )
}
