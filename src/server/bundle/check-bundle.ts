import type { Geometry } from '#contract/location.ts'
import type { Box } from '#rules/map/geometry.ts'
import { extentOf, oddExtents, type Position } from '#rules/map/far-places.ts'
import type { Change } from '../records/audit.ts'
import { createLimiter } from '../limits/concurrency.ts'
import { PICTURES_AT_ONCE } from '../scans/derivatives.ts'
import { type ArchiveKeys, createUniqueValues } from './archive-keys.ts'
import {
  type Check,
  keysIn,
  type Issue,
  type Key,
  type Problem,
  type Row,
  createRowKeys,
  partOrdersOf,
  namesBeside,
  unknownColumn,
} from './bundle-row.ts'
import { type SourceRow, UnreadableFile } from '../tables/source-row.ts'
import { readRows, type BundleFile, type BundleFolder } from './bundle-folder.ts'
import {
  conflictingLink,
  linkValues,
  missingLink,
  refusedLink,
  relationshipCycles,
  selfLinkProblems,
  type PlacedLinks,
} from './check-graph.ts'
import { LISTS, selfLink, type ListName } from './lists.ts'
import { createLivingCount, createNotices } from './notices.ts'
import type { PictureFiles } from './picture-files.ts'
import { isOptional, readSparing, restOf } from './read-row.ts'
import { isKnown, type Origin, type RowIdentity } from './row-identity.ts'

type Place = Pick<SourceRow, 'index' | 'line' | 'file'>
const WHY: Partial<Record<Extract<Origin, string>, string>> = {
  other: 'The archive has a record with this number, which is called differently. --replace adds this one beside it.',
  removed: 'It was removed here. --replace adds it again.',
  merged: 'It became part of another record here.',
}

/** Pictures that are decoded or wait at most. */
const WAITING_PICTURES = 16

interface CheckTools {
  keys: ArchiveKeys
  identity: RowIdentity
  pictures: PictureFiles
  /** Where the map opens, if that has been set. */
  home?: Position | undefined
  onBytes?: (bytes: number) => void
}

/** Reads every list once and checks every row. Holds keys in memory, never rows. */
export async function checkBundle(
  bundle: BundleFolder,
  { keys, identity, pictures, home, onBytes }: CheckTools,
): Promise<Check> {
  const accepted = new Map<ListName, Set<Key>>()
  const refused = new Map<ListName, Set<Key>>()
  /** Rows in conflict that are no record here: what names them is in conflict too. */
  const apart = new Map<ListName, Set<Key>>()
  const check: Check = {
    issues: [...bundle.issues],
    warnings: [],
    unreadable: bundle.unreadable,
    conflicts: [],
    rejected: new Map(),
    accepted,
    rows: new Map(),
    living: createLivingCount(),
  }
  const noticesOf = createNotices(check.living)
  const unique = createUniqueValues(keys)
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
    const apartHere = apart.set(file.list, new Set()).get(file.list)!
    const self = selfLink(list)
    await identity.load(file.list)
    const keyOf = createRowKeys(list)
    const orderOf = partOrdersOf(file.list)
    const links: Omit<PlacedLinks, 'node' | 'nodes'>[] = []
    const outlines: (Place & { extent: Box })[] = []
    const limit = createLimiter(PICTURES_AT_ONCE)
    const decoding = new Set<Promise<void>>()

    const issue = ({ index, line, ...own }: Place, { field, reason }: Problem): Issue =>
      Object.assign({ file: own.file ?? file.file, line, row: index + 1 }, { field, reason })
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
    const leaveApart = (
      source: Place,
      key: Key,
      { reason, changes = [], isRecord }: { reason: string; changes?: Change[] | undefined; isRecord: boolean },
    ) => {
      rejected.add(source.index)
      acceptedHere.delete(key)
      if (!isRecord) apartHere.add(key)
      check.conflicts.push({ ...issue(source, { field: '', reason }), key, changes })
    }
    const isRow = (target: ListName, key: Key) =>
      [accepted, refused, apart].some((keysOf) => keysOf.get(target)?.has(key))
    /** The record that a link means, if there is one already. */
    const recordOf = (target: ListName, key: Key): Key | undefined =>
      identity.origin(target, key) === 'new' && isRow(target, key) ? undefined : identity.find(target, key)
    const missing = (target: ListName, key: Key): string | undefined =>
      accepted.get(target)?.has(key) || recordOf(target, key) !== undefined
        ? undefined
        : (refused.get(target)?.has(key) ? refusedLink : missingLink)(LISTS[target].one, key)
    /** Links that the row can do without are taken out of it. */
    function linkProblems(source: Place, row: Row): Problem[] {
      const problems: Problem[] = []
      for (const [field, { link }] of Object.entries(list.columns)) {
        if (!link || field === self) continue
        for (const key of keysIn(row[field])) {
          const reason = missing(link, key)
          if (reason && !isOptional(list, field)) problems.push({ field, reason })
          else if (reason) spare(source, { field, reason }, Array.isArray(row[field]) ? key : undefined)
        }
      }
      return problems
    }
    /** The sentence for a link to a row in conflict. */
    function conflicting(row: Row): string | undefined {
      for (const [field, { link }] of Object.entries(list.columns)) {
        const key = link && field !== self && keysIn(row[field]).find((each) => apart.get(link)?.has(each))
        if (link && key !== undefined && key !== false) return conflictingLink(LISTS[link].one, key)
      }
      return undefined
    }
    async function checkPicture(source: SourceRow, key: Key | undefined, path: string) {
      const answer = await limit(() => pictures.inspect(path, file.list))
      if ('reason' in answer) reject(source, key, [{ field: 'file', reason: answer.reason }])
    }
    const unknown = new Set(['', ...Object.keys(list.columns).map(namesBeside)])
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
      const { row, problems, spared } = readSparing(list, source.cells)
      for (const problem of spared) spare(source, problem)
      const cells = restOf(source.cells, spared)
      if (problems.length === 0) orderOf?.(row)
      const key = (problems.length === 0 ? keyOf(row) : row[list.key]) as Key | undefined
      const differing = key === undefined ? [] : await identity.recognize(file.list, key, row, cells)
      const origin = key === undefined ? 'new' : identity.origin(file.list, key)
      // What a record has need not be in the bundle.
      const wrong = isKnown(origin) ? problems.filter(({ field }) => field in cells) : [...problems]
      if (wrong.length === 0 && key !== undefined) {
        if (acceptedHere.has(key) || apartHere.has(key) || refusedHere.has(key)) {
          rejectDuplicate(source, key)
          continue
        }
        const conflict = isKnown(origin) ? undefined : WHY[origin]
        const reason = conflicting(row) ?? conflict
        if (reason !== undefined) {
          leaveApart(source, key, { reason, changes: differing, isRecord: isKnown(origin) || origin === 'merged' })
          continue
        }
        wrong.push(...linkProblems(source, row))
        const record = isKnown(origin) ? origin.record : undefined
        for (const problem of await unique(file.list, row, key, record)) spare(source, problem)
      }
      if (wrong.length > 0) {
        reject(source, key, wrong)
        continue
      }
      acceptedHere.add(key!)
      for (const problem of noticesOf(file.list, row, missing)) check.warnings.push(issue(source, problem))
      if (row['geometry']) outlines.push({ ...source, extent: extentOf(row['geometry'] as Geometry) })
      if (self || file.list === 'relationships') {
        links.push({ key: key!, index: source.index, line: source.line, ...linkValues(row, self, cells) })
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
    const node = (of: ListName, key: Key) => Number(recordOf(of, key) ?? -Number(key))
    const placed = links.map((each): PlacedLinks => {
      const nodes = each.row.map((key) => node(self ? file.list : 'people', key))
      return { ...each, node: node(file.list, each.key), nodes }
    })
    if (self) {
      const isMany = list.columns[self]!.kind === 'numbers'
      const parents = isMany ? undefined : await keys.parents(list.name as 'subjects' | 'collections')
      const places = list.name === 'locations' ? await keys.places() : undefined
      const own = { list, field: self, links: placed, refusedBefore: refusedHere, apart: apartHere }
      const found = selfLinkProblems({ ...own, parents, places })
      for (const { place, to, problem, isApart } of found) {
        if (isApart) leaveApart(place, place.key, { reason: problem.reason, isRecord: place.node > 0 })
        else spare(place, problem, isMany ? to : undefined)
      }
    }
    if (file.list === 'relationships') {
      for (const { place, problem } of relationshipCycles(placed, await keys.relationships())) {
        reject(place, place.key, [problem])
      }
    }
  }
}
