import type { Geometry } from '#contract/location.ts'
import { extentOf, oddExtents, type Position } from '#rules/map/far-places.ts'
import type { Box } from '#rules/map/geometry.ts'
import { createLimiter } from '../limits/concurrency.ts'
import { PICTURES_AT_ONCE } from '../scans/derivatives.ts'
import { type ArchiveKeys, createUniqueItems } from './archive-keys.ts'
import { readRows, type BundleFile, type BundleFolder } from './bundle-folder.ts'
import { UnreadableFile, type Issue, type Problem, type Row, type SourceRow } from './bundle-row.ts'
import { missingLink, refusedLink, relationshipCycles, selfLinkProblems, type PlacedLinks } from './check-graph.ts'
import { unknownColumn } from './columns.ts'
import { LISTS, selfLink, type ListName } from './lists.ts'
import { createNotices } from './notices.ts'
import type { PictureFiles } from './picture-files.ts'
import { isOptional, readSparing } from './read-row.ts'
import { createRowIds, createScanOrders } from './row-id.ts'

type Key = number | string
type Place = Pick<SourceRow, 'index' | 'line'>

/** The result of a check: all issues, rows to leave out, and the number of rows. */
export interface Check {
  issues: Issue[]
  /** What is imported, but looks wrong. */
  warnings: Issue[]
  /** A file can't be read to its end: nothing is imported, whatever the options. */
  unreadable: boolean
  /** Indexes of the rows to leave out, by list. */
  rejected: Map<ListName, Set<number>>
  rows: Map<ListName, number>
}

/** Maximum pictures being decoded or waiting, so that reading doesn't run far ahead. */
const WAITING_PICTURES = 16

interface CheckTools {
  keys: ArchiveKeys
  pictures: PictureFiles
  /** Where the map opens, if that has been set. */
  home?: Position | undefined
  onBytes?: (bytes: number) => void
}

/** Reads every list once and checks every row. Holds keys in memory, never rows. */
export async function checkBundle(bundle: BundleFolder, { keys, pictures, home, onBytes }: CheckTools): Promise<Check> {
  const check: Check = {
    issues: [...bundle.issues],
    warnings: [],
    unreadable: bundle.unreadable,
    rejected: new Map(),
    rows: new Map(),
  }
  const noticesOf = createNotices()
  const accepted = new Map<ListName, Set<Key>>()
  const refused = new Map<ListName, Set<Key>>()
  for (const file of bundle.files) {
    try {
      await checkList(file)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      check.unreadable = true
      check.issues.push({ file: file.file, line: error.line, row: 0, field: '', reason: error.message })
    }
  }
  return check

  async function checkList(file: BundleFile): Promise<void> {
    const list = LISTS[file.list]
    const acceptedHere = accepted.set(file.list, new Set()).get(file.list)!
    const refusedHere = refused.set(file.list, new Set()).get(file.list)!
    const rejected = check.rejected.set(file.list, new Set()).get(file.list)!
    const inArchive = await keys.of(file.list)
    const self = selfLink(list)
    const idOf = createRowIds(list)
    const orderOf = file.list === 'scans' ? createScanOrders() : undefined
    const unique = file.list === 'items' ? createUniqueItems(keys) : undefined
    const links: PlacedLinks[] = []
    const outlines: (Place & { extent: Box })[] = []
    const limit = createLimiter(PICTURES_AT_ONCE)
    const decoding = new Set<Promise<void>>()

    const issue = ({ index, line }: Place, { field, reason }: Problem): Issue =>
      Object.assign({ file: file.file, line, row: index + 1 }, { field, reason })
    /** The row can do without a value, or one of its links. */
    const spare = (source: Place, problem: Problem, key?: Key) => {
      const leftOut = file.leftOut.get(source.index) ?? []
      file.leftOut.set(source.index, [...leftOut, { field: problem.field, key }])
      check.issues.push(issue(source, problem))
    }
    const reject = (source: Place, key: Key | undefined, problems: Problem[]) => {
      rejected.add(source.index)
      if (key !== undefined) {
        acceptedHere.delete(key)
        refusedHere.add(key)
      }
      check.issues.push(...problems.map((problem) => issue(source, problem)))
    }
    const rejectDuplicate = (source: SourceRow, key: Key) =>
      reject(source, undefined, [{ field: list.key, reason: `The ${list.one} ${key} is in the file twice.` }])
    const known = (target: ListName, key: Key, archive: Set<Key>) =>
      archive.has(key) || accepted.get(target)?.has(key) === true

    /** Links that the row can do without are taken out of it. */
    async function linkProblems(source: Place, row: Row): Promise<Problem[]> {
      const problems: Problem[] = []
      for (const [field, { link }] of Object.entries(list.columns)) {
        if (!link || field === self) continue
        const archive = await keys.of(link)
        for (const key of idsIn(row[field])) {
          if (known(link, key, archive)) continue
          const problem = { field, reason: missing(link, key) }
          if (!isOptional(list, field)) problems.push(problem)
          else spare(source, problem, Array.isArray(row[field]) ? key : undefined)
        }
      }
      return problems
    }
    const missing = (target: ListName, key: Key) =>
      refused.get(target)?.has(key) ? refusedLink(LISTS[target].one, key) : missingLink(LISTS[target].one, key)

    async function checkPicture(source: SourceRow, key: Key | undefined, file: string) {
      const answer = await limit(() => pictures.inspect(file))
      if ('reason' in answer) reject(source, key, [{ field: 'file', reason: answer.reason }])
    }

    const unknown = new Set([''])
    const ofColumn = { file: file.file, row: 0 }
    /** Each column that does not exist is reported once, where it is first met. */
    const columns = (names: string[], line: number) => {
      for (const name of names.filter((each) => !Object.hasOwn(list.columns, each) && !unknown.has(each))) {
        unknown.add(name)
        const { stops, reason } = unknownColumn(list, name, names)
        check[stops ? 'issues' : 'warnings'].push({ ...ofColumn, line, field: name, reason })
      }
      for (const name of new Set(names.filter((each, at) => each && names.indexOf(each) !== at))) {
        check.issues.push({ ...ofColumn, line, field: name, reason: 'This column appears twice.' })
      }
    }
    for await (const source of readRows(file, { ...(onBytes && { bytes: onBytes }), columns })) {
      check.rows.set(file.list, source.index + 1)
      if (source.broken) {
        reject(source, undefined, [{ field: '', reason: source.broken }])
        continue
      }
      const { row, problems: wrong, spared } = readSparing(list, source.cells)
      for (const problem of spared) spare(source, problem)
      let key = row[list.key] as Key | undefined
      if (wrong.length === 0) {
        orderOf?.(row)
        if (list.identity) key = idOf(row)
        if (key !== undefined && (acceptedHere.has(key) || (!list.identity && refusedHere.has(key)))) {
          rejectDuplicate(source, key)
          continue
        }
        wrong.push(...(await linkProblems(source, row)))
        for (const problem of (await unique?.(row)) ?? []) spare(source, problem)
      }
      if (wrong.length > 0) {
        reject(source, key, wrong)
        continue
      }
      acceptedHere.add(key!)
      for (const problem of noticesOf(file.list, row)) check.warnings.push(issue(source, problem))
      if (row['geometry']) outlines.push({ ...source, extent: extentOf(row['geometry'] as Geometry) })
      if (self || file.list === 'relationships') {
        links.push({ key: key as number, index: source.index, line: source.line, row: linkValues(row, self) })
      }
      if (typeof row['file'] === 'string') {
        const one = checkPicture(source, key, row['file']).finally(() => decoding.delete(one))
        decoding.add(one)
        if (decoding.size >= WAITING_PICTURES) await Promise.race(decoding)
      }
    }
    await Promise.all(decoding)
    const extents = outlines.map(({ extent }) => extent)
    for (const [at, reason] of oddExtents(extents, home).entries())
      if (reason) check.warnings.push(issue(outlines[at]!, { field: 'geometry', reason }))
    if (self) {
      const parents = list.name === 'people' ? undefined : await keys.parents(list.name as 'subjects' | 'collections')
      for (const { place, to, problem } of selfLinkProblems({
        ...{ list, field: self, links, inArchive, refusedBefore: refusedHere, parents },
      })) {
        spare(place, problem, list.name === 'people' ? to : undefined)
      }
    }
    if (file.list === 'relationships') {
      for (const { place, problem } of relationshipCycles(links, await keys.relationships())) {
        reject(place, place.key, [problem])
      }
    }
  }
}

const idsIn = (value: unknown): Key[] =>
  Array.isArray(value) ? (value as Key[]) : typeof value === 'number' || typeof value === 'string' ? [value] : []

/** The ids of a row's links within its own list, or of the two people of a relationship. */
const linkValues = (row: Row, self: string | undefined): number[] =>
  (self ? idsIn(row[self]) : [row['person1'], row['person2']].map(Number)) as number[]
