import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { successionProblems } from '#rules/years/succession.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { isOriginal } from '../storage/keys.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { findOrphans, orphanLimit, trashOrphan, GRACE } from '../scans/orphans.ts'
import type { DoctorReport } from './doctor-report.ts'
import { closingEdges } from '#rules/graphs/closing-edges.ts'
import { createImplausible } from '#rules/people/implausible.ts'
import { exportedRows } from './export-bundle.ts'
import { readPlacesInTime } from '../repositories/locations.ts'
import { LISTS, LIST_NAMES, type ListName } from './lists.ts'
import { readRow } from './read-row.ts'

/** Days after which the doctor suggests emptying the trash. */
const SUGGEST_EMPTYING_AFTER = 30
const DAY = 24 * 60 * 60_000

interface MediaArchive {
  db: ArchiveDatabase
  media: MediaStore
  keptBeside: readonly string[]
}

/** Checks for unreferenced files and permissions of originals, and reports what is in the trash or beside the archive. */
export async function examineMedia(place: MediaArchive, report: DoctorReport, repair: boolean): Promise<void> {
  await examineOrphans(place, report, repair)
  await examinePermissions(place, report, repair)
  await noteTrash(place, report)
  for (const folder of new Set(place.keptBeside)) await noteLeftovers(folder, report)
}

/** Leftovers of killed imports and uploads, and outdated derivatives. A repair moves no more than a sweep. */
async function examineOrphans({ db, media }: MediaArchive, { findings, checked }: DoctorReport, repair: boolean) {
  const orphans = (await findOrphans(db, media))!
  checked['files'] = orphans.files
  const tooMany = orphans.originals.length > orphanLimit(orphans)
  for (const key of [...orphans.originals, ...orphans.derived]) {
    findings.push({ where: key, what: 'No record uses this file.', repaired: repair && !tooMany && (await clean(key)) })
  }
  if (!tooMany) return
  const what = `${orphans.originals.length} of ${orphans.originalsKept} originals are not used in the database, so nothing is moved. If this is not the database of these pictures, restore the right one. If it is, "npm run archive -- trash add --unnamed" moves them to the trash.`
  findings.push({ where: 'originals', what })

  async function clean(key: string): Promise<boolean> {
    if (isOriginal(key))
      return await trashOrphan(db, media, key, { grace: GRACE, why: 'Nothing in the database named it.' })
    await media.remove(key)
    return true
  }
}

async function examinePermissions({ media }: MediaArchive, { findings }: DoctorReport, repair: boolean): Promise<void> {
  const open = await media.restrictToOwner({ dryRun: true })
  if (open === 0) return
  const repaired = repair && (await media.restrictToOwner(), (await media.restrictToOwner({ dryRun: true })) === 0)
  findings.push({
    where: 'originals',
    what: `Other users of this machine can read ${open} files or folders.`,
    repaired,
  })
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

async function noteTrash({ media }: MediaArchive, { notes }: DoctorReport): Promise<void> {
  const trashed = await media.trash.list()
  if (trashed.length === 0) return
  const bytes = trashed.reduce((sum, each) => sum + each.bytes, 0)
  notes.push(
    `The trash (${media.trash.folder}) holds ${trashed.length} originals, ${megabytes(bytes)}, the oldest of ${trashed[0]!.at.slice(0, 10)}. "npm run archive -- trash list" shows them, "trash restore" brings them back.`,
  )
  const old = trashed.filter(({ at }) => Date.parse(at) < Date.now() - SUGGEST_EMPTYING_AFTER * DAY)
  if (old.length === 0) return
  notes.push(
    `${old.length} of them have been there for more than ${SUGGEST_EMPTYING_AFTER} days. "npm run archive -- trash empty --older-than ${SUGGEST_EMPTYING_AFTER}" deletes those for good.`,
  )
}

/** Folders left behind by earlier versions and restores; only a person removes them. */
async function noteLeftovers(folder: string, { notes }: DoctorReport): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^(removed-maps$|before-restore-)/.test(name))
  for (const name of names.sort()) {
    const files = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
    const sizes = files
      .filter((file) => file.isFile())
      .map(async (file) => (await stat(join(file.parentPath, file.name))).size)
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    const what = name === 'removed-maps' ? 'old maps that were removed' : 'the archive from before a restore'
    notes.push(`${join(folder, name)} holds ${what}: ${sizes.length} files, ${megabytes(bytes)}. Only you remove it.`)
  }
}

/** The columns of a Feature are in its properties (see bundle-folder.ts). */
function cellsOf(list: ListName, row: Record<string, unknown>): Record<string, unknown> {
  if (list !== 'locations') return row
  return { ...(row['properties'] as object), geometry: row['geometry'] }
}

/** Validates every record as an import does (dates, choices, texts), and looks for cycles among parents. */
export async function examineRecords(db: ArchiveDatabase, { findings, notes, checked }: DoctorReport): Promise<void> {
  const implausible = createImplausible()
  for (const name of LIST_NAMES) {
    const list = LISTS[name]
    let count = 0
    for await (const row of exportedRows(db, name)) {
      count += 1
      const cells = cellsOf(name, row)
      const where = `${list.one} ${String(cells[list.key])}`
      const { row: fields, problems } = readRow(list, cells)
      for (const { field, reason } of problems) findings.push({ where, what: `${field}: ${reason}` })
      const odd = implausible(name, fields)
      if (odd) notes.push(`${where}: ${odd}`)
    }
    checked[name] = count
  }
  const relationships = await db.selectFrom('relationship').select(['person1_id as from', 'person2_id as to']).execute()
  const subjects = await db.selectFrom('subject').select(['id as to', 'subject_parent as from']).execute()
  const collections = await db.selectFrom('collection').select(['id as to', 'parent_collection as from']).execute()
  const graphs = [
    { what: 'people', edges: relationships },
    { what: 'subjects', edges: subjects },
    { what: 'collections', edges: collections },
  ]
  for (const { what, edges } of graphs) {
    const links = edges.flatMap(({ from, to }) => (from === null ? [] : [{ from, to }]))
    for (const { cycle } of closingEdges(links)) {
      findings.push({ where: what, what: `Its parents form a cycle: ${cycle.join(' → ')}.` })
    }
  }
  for (const { pk, reason } of successionProblems([...(await readPlacesInTime(db)).values()]))
    findings.push({ where: `location ${pk}`, what: reason })
}
