import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import type { TrashEntry } from '#server/storage/trash.ts'
import { withImportLock } from '#server/database/archive-locks.ts'
import {
  restoreFromTrash,
  filterTrash,
  removeUnusedDerivatives,
  trashOriginal,
  trashOrphans,
} from '#server/scans/trash-records.ts'
import { findOrphans } from '#server/scans/orphans.ts'
import { UserError, withArchive } from './open-archive.ts'

const DAY = 24 * 60 * 60_000
const WHAT =
  'a date (2026-11-22), a file name, the first digits of a SHA-256 (at least six), or "layer 6"; default: everything'

export function addTrashCommand(program: Command): void {
  const trash = program
    .command('trash')
    .description(
      'Manage DATA_DIR/trash, which holds originals that are no longer used. Nothing is deleted automatically.',
    )
  trash.command('list').description('List what is in the trash, since when, and why.').action(list)
  trash
    .command('restore')
    .description('Restore originals, even while the server runs.')
    .argument('[what]', WHAT)
    .option('--layer <number>', 'another number for an old map')
    .action(restore)
  trash
    .command('add')
    .description(
      'Move an original to the trash, for a request to remove a picture. Remove the records that use it first.',
    )
    .argument('[what]', 'its file name, or the first digits of its SHA-256')
    .option('--why <sentence>', 'the reason, which is recorded', 'A person asked for it.')
    .option('--unnamed', 'all originals that the database does not use')
    .option('--yes', 'do not ask')
    .action(add)
  trash
    .command('empty')
    .description('Delete what is in the trash for good. trash/log.jsonl records what was deleted, when and by whom.')
    .argument('[what]', WHAT)
    .option('--older-than <days>', 'only what has been there for longer than this')
    .option('--yes', 'do not ask')
    .action(empty)
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
const count = (number: number) => `${number} ${number === 1 ? 'original' : 'originals'}`
const nameOf = ({ rows }: TrashEntry) => rows.map(({ row }) => `, ${String(row['file_name'])}`).join('')

const line = (each: TrashEntry) =>
  `${each.id}${nameOf(each)}: ${each.rowsOnly ? 'control points only' : megabytes(each.bytes)}. ${each.why}`

async function list(): Promise<void> {
  const { trashed, folder } = await withArchive('refuse', async ({ media }) => {
    return { trashed: await media.trash.list(), folder: media.trash.folder }
  })
  if (trashed.length === 0) return console.log(`The trash is empty (${folder}).`)
  for (const each of trashed) console.log(line(each))
  const bytes = trashed.reduce((sum, each) => sum + each.bytes, 0)
  console.log(`${count(trashed.length)}, ${megabytes(bytes)}, in ${folder}.`)
}

async function restore(what: string | undefined, { layer }: { layer?: string }): Promise<void> {
  if (layer !== undefined && !/^[1-9]\d{0,4}$/.test(layer)) throw new UserError(`A layer is a number, not ${layer}.`)
  await withArchive('refuse', ({ db, media }) =>
    withImportLock(db, async () => {
      const chosen = filterTrash(await media.trash.list(), what)
      if (chosen.length === 0) throw new UserError(what === undefined ? 'The trash is empty.' : noMatch(what))
      let unnamed = 0
      // Pictures first: control points need theirs.
      for (const each of chosen.toSorted((a, b) => Number(a.rowsOnly) - Number(b.rowsOnly))) {
        const { named } = await restoreFromTrash(db, media, each, layer === undefined ? {} : { layer: Number(layer) })
        console.log(`Restored ${each.key}${nameOf(each)}.`)
        if (!named) unnamed += 1
      }
      if (unnamed === 0) return
      console.log(
        `The database doesn't use ${unnamed} of them: the next sweep moves them to the trash again. Restore their database or records too (restore, import).`,
      )
    }),
  )
}

const noMatch = (what: string) => `Nothing in the trash matches ${what}. "trash list" shows what there is.`

async function add(
  what: string | undefined,
  options: { why: string; unnamed?: boolean; yes?: boolean },
): Promise<void> {
  if ((what === undefined) === !options.unnamed) throw new UserError('Name one original, or use --unnamed.')
  await withArchive('refuse', ({ db, media }) =>
    withImportLock(db, async () => {
      if (what !== undefined) {
        const { id } = await trashOriginal(db, media, what, options.why)
        await removeUnusedDerivatives(db, media)
        console.log(
          `Moved to the trash: ${id}. It and its sizes are removed from the archive; earlier backups still contain it.`,
        )
        console.log('"trash empty" deletes it for good, "trash restore" brings it back.')
        return
      }
      const { originals, originalsKept } = (await findOrphans(db, media))!
      if (originals.length === 0) return console.log('All originals are in use.')
      await confirm(
        `${originals.length} of ${originalsKept} originals are not used in ${db.file}. Move them to the trash?`,
        options,
      )
      console.log(`Moved ${count(await trashOrphans(db, media, options.why))} to the trash.`)
    }),
  )
}

async function empty(what: string | undefined, options: { olderThan?: string; yes?: boolean }): Promise<void> {
  const { olderThan } = options
  if (olderThan !== undefined && !/^\d{1,5}$/.test(olderThan)) {
    throw new UserError(`--older-than is a number of days, not ${olderThan}.`)
  }
  await withArchive('refuse', async ({ media }) => {
    const before = Date.now() - Number(olderThan ?? 0) * DAY
    const chosen = filterTrash(await media.trash.list(), what).filter(({ at }) => Date.parse(at) <= before)
    if (chosen.length === 0) return console.log('Nothing was deleted: nothing in the trash matches.')
    for (const each of chosen) console.log(line(each))
    await confirm(`Delete ${count(chosen.length)} for good? This can't be undone.`, options)
    await media.trash.empty(chosen)
    console.log(`Deleted ${count(chosen.length)}. ${media.trash.log} lists them.`)
  })
}

/** @throws {UserError} unless a person types yes. */
async function confirm(question: string, { yes = false }: { yes?: boolean }): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY)
    throw new UserError(`${question} Nothing was done. Run the command in a terminal, or add --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} Type yes: `).finally(() => terminal.close())
  if (answer.trim().toLowerCase() !== 'yes') throw new UserError('Nothing was done.')
}
