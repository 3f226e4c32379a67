import type { ArchiveState, BuildChanges } from '#contract/archive-state.ts'
import type { Db, Row } from '../database/tables.ts'
import { latestBuilds } from '../jobs/builds.ts'
import { NEVER } from '../mail/retry-delay.ts'
import { MAX_ATTEMPTS } from '../scans/picture-tasks.ts'

const count = async (query: { execute(): Promise<{ count: number }[]> }): Promise<number> =>
  (await query.execute())[0]!.count

const nextAttempt = (moment: string) => (moment >= NEVER ? null : moment)

export async function readBuilds(db: Db): Promise<ArchiveState['builds']> {
  return (await latestBuilds(db)).map(({ changes, ...build }: Row<'build'>) => ({
    ...build,
    changes: changes === null ? null : (JSON.parse(changes) as BuildChanges),
  }))
}

/** Letters that failed at least once; the newest first. */
const failedLetters = (db: Db) => db.selectFrom('mail').where('attempts', '>', 0)
const LISTED_LETTERS = 50

/** @param withLetters their addresses are for administrators. */
export async function readMailState(db: Db, withLetters: boolean): Promise<ArchiveState['mail']> {
  const all = db.selectFrom('mail').select(({ fn }) => fn.countAll<number>().as('count'))
  const undelivered = await count(failedLetters(db).select(({ fn }) => fn.countAll<number>().as('count')))
  const waiting = (await count(all)) - undelivered
  if (!withLetters) return { waiting, undelivered, letters: null }
  const rows = await failedLetters(db)
    .select(['id', 'recipient', 'subject', 'created_at', 'attempts', 'last_error', 'next_attempt_at'])
    .orderBy('id', 'desc')
    .limit(LISTED_LETTERS)
    .execute()
  const letters = rows.map(({ next_attempt_at, ...row }) => ({ ...row, next_attempt_at: nextAttempt(next_attempt_at) }))
  return { waiting, undelivered, letters }
}

export async function readPictureState(db: Db): Promise<ArchiveState['pictures']> {
  const tasks = db.selectFrom('picture_task').select(({ fn }) => fn.countAll<number>().as('count'))
  // Pages of removed documents wait for an undo.
  const files = db.selectFrom('item_file').select('id')
  const pages = db.selectFrom('page_task').select(({ fn }) => fn.countAll<number>().as('count'))
  const counted = (sign: '=' | '<>') => count(pages.where('problem', sign, '').where('document_id', 'in', files))
  return {
    waiting: (await count(tasks.where('attempts', '<', MAX_ATTEMPTS))) + (await counted('=')),
    failed: (await count(tasks.where('attempts', '>=', MAX_ATTEMPTS))) + (await counted('<>')),
  }
}

export async function readHooks(db: Db): Promise<ArchiveState['hooks']['waiting']> {
  const rows = await db
    .selectFrom('hook')
    .select(['name', 'queued_at', 'attempts', 'last_error', 'next_attempt_at'])
    .orderBy('name')
    .execute()
  return rows.map(({ next_attempt_at, ...row }) => ({ ...row, next_attempt_at: nextAttempt(next_attempt_at) }))
}
