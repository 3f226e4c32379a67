import type { Selectable, Transaction } from 'kysely'
import type { BuildTable, Tables } from '../database/tables.ts'

/** Characters of all reasons of one build together: who looks at the list of builds wants a line, the audit trail has the rest. */
const LONGEST = 300
const SEPARATOR = '; '
const MORE = 'and more'

/** Both reasons in one line, each said once; what does not fit is only hinted at. */
export function joinReasons(before: string, added: string): string {
  const kept = before.split(SEPARATOR)
  if (kept.includes(added) || kept.at(-1) === MORE) return before
  const room = LONGEST - SEPARATOR.length - MORE.length
  return before.length + SEPARATOR.length + added.length <= room
    ? before + SEPARATOR + added
    : before + SEPARATOR + MORE
}

const bounded = (reason: string) => {
  const line = reason.replace(/\s+/g, ' ').replaceAll(SEPARATOR, ', ').trim()
  const cut = LONGEST / 2
  return line.length <= cut ? line : `${line.slice(0, cut - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/**
 * Asks for a rebuild of the site, in the caller's transaction: what is undone asks for none. One that waits takes the request in, so that many
 * publishings make one build; rebuilds.ts decides when it begins.
 * @param reason a short line for staff, such as `Published “The mill in winter”`.
 * @param atOnce true for somebody who waits for it: it begins as soon as no other is under way.
 */
export async function requestRebuild(
  trx: Transaction<Tables>,
  reason: string,
  { atOnce = false, now = new Date() }: { atOnce?: boolean; now?: Date } = {},
): Promise<Selectable<BuildTable>> {
  const at = now.toISOString()
  const waiting = await trx
    .selectFrom('build')
    .selectAll()
    .where('state', '=', 'waiting')
    .orderBy('id')
    .executeTakeFirst()
  if (!waiting) {
    return await trx
      .insertInto('build')
      .values({
        state: 'waiting',
        reason: bounded(reason),
        requested_at: at,
        asked_again_at: at,
        at_once: Number(atOnce),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  return await trx
    .updateTable('build')
    .set({
      reason: joinReasons(waiting.reason, bounded(reason)),
      asked_again_at: at,
      at_once: Math.max(waiting.at_once, Number(atOnce)),
    })
    .where('id', '=', waiting.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
