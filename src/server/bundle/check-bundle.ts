import type { Change } from '../records/audit.ts'
import { createLimiter } from '../limits/concurrency.ts'
import { PICTURES_AT_ONCE } from '../scans/derivatives.ts'
import { type ArchiveKeys, createUniqueItems } from './archive-keys.ts'
import { readRows, type BundleFile, type BundleFolder } from './bundle-folder.ts'
import { UnreadableFile, keysIn, type Issue, type Key, type Problem, type Row, type SourceRow } from './bundle-row.ts'
import {
  conflictingLink,
  missingLink,
  refusedLink,
  relationshipCycles,
  selfLinkProblems,
  type PlacedLinks,
} from './check-graph.ts'
import { LISTS, selfLink, type ListName } from './lists.ts'
import type { PictureFiles } from './picture-files.ts'
import { readRow } from './read-row.ts'
import { createRowKeys, createScanOrders } from './row-id.ts'
import { isKnown, type Origin, type RowIdentity } from './row-identity.ts'
import { unknownColumn } from './unknown-column.ts'

/** The result of a check: all issues, rows to leave out, and the number of rows. */
export interface Check {
  issues: Issue[]
  /** A file can't be read to its end: nothing is imported, whatever the options. */
  unreadable: boolean
  /** Rows in conflict with the archive: nothing is wrong with them, but they are left out. */
  conflicts: Conflict[]
  /** Indexes of the rows to leave out, by list, and keys of the others. */
  rejected: Map<ListName, Set<number>>
  accepted: Map<ListName, Set<Key>>
  rows: Map<ListName, number>
}

/** A row that an import leaves alone, and both values of each field. */
export interface Conflict extends Omit<Issue, 'field'> {
  key: Key
  changes: Change[]
}

const WHY: Partial<Record<Extract<Origin, string>, string>> = {
  other: 'The archive has a record with this number, which is called differently. --replace adds this one beside it.',
  removed: 'It was removed here. --replace adds it again.',
  merged: 'It became part of another record here.',
}

/** Maximum pictures being decoded or waiting, so that reading doesn't run far ahead. */
const WAITING_PICTURES = 16

/** Reads every list once and checks every row. Holds keys in memory, never rows. */
export async function checkBundle(
  bundle: BundleFolder,
  {
    keys,
    identity,
    pictures,
    onBytes,
  }: { keys: ArchiveKeys; identity: RowIdentity; pictures: PictureFiles; onBytes?: (bytes: number) => void },
): Promise<Check> {
  const accepted = new Map<ListName, Set<Key>>()
  const refused = new Map<ListName, Set<Key>>()
  /** Rows in conflict that are no record here: what names them is in conflict too. */
  const apart = new Map<ListName, Set<Key>>()
  const check: Check = {
    issues: [...bundle.issues],
    unreadable: bundle.unreadable,
    conflicts: [],
    rejected: new Map(),
    accepted,
    rows: new Map(),
  }
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
    const orderOf = file.list === 'scans' ? createScanOrders() : undefined
    const unique = file.list === 'items' ? createUniqueItems(keys) : undefined
    const links: Omit<PlacedLinks, 'node' | 'nodes'>[] = []
    const limit = createLimiter(PICTURES_AT_ONCE)
    const decoding = new Set<Promise<void>>()

    const reject = (source: Pick<SourceRow, 'index' | 'line'>, key: Key | undefined, problems: Problem[]) => {
      rejected.add(source.index)
      if (key !== undefined) {
        acceptedHere.delete(key)
        refusedHere.add(key)
      }
      check.issues.push(
        ...problems.map((problem) => ({ file: file.file, line: source.line, row: source.index + 1, ...problem })),
      )
    }
    const rejectDuplicate = (source: SourceRow, key: Key) =>
      reject(source, undefined, [{ field: list.key, reason: `The ${list.one} ${key} is in the file twice.` }])
    const leaveApart = (
      source: Pick<SourceRow, 'index' | 'line'>,
      key: Key,
      { reason, changes = [], isRecord }: { reason: string; changes?: Change[] | undefined; isRecord: boolean },
    ) => {
      rejected.add(source.index)
      acceptedHere.delete(key)
      if (!isRecord) apartHere.add(key)
      check.conflicts.push({ file: file.file, line: source.line, row: source.index + 1, key, reason, changes })
    }
    const isRow = (target: ListName, key: Key) =>
      [accepted, refused, apart].some((keysOf) => keysOf.get(target)?.has(key))

    /** The record that a link means, if there is one already. */
    const recordOf = (target: ListName, key: Key): Key | undefined =>
      identity.origin(target, key) === 'new' && isRow(target, key) ? undefined : identity.find(target, key)
    function linkProblems(row: Row): Problem[] {
      const problems: Problem[] = []
      for (const [field, { link }] of Object.entries(list.columns)) {
        if (!link || field === self) continue
        for (const key of keysIn(row[field])) {
          const isThere = accepted.get(link)?.has(key) || recordOf(link, key) !== undefined
          if (!isThere) problems.push({ field, reason: missing(link, key) })
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
    const missing = (target: ListName, key: Key) =>
      refused.get(target)?.has(key) ? refusedLink(LISTS[target].one, key) : missingLink(LISTS[target].one, key)

    async function checkPicture(source: SourceRow, key: Key | undefined, file: string) {
      const answer = await limit(() => pictures.inspect(file))
      if ('reason' in answer) reject(source, key, [{ field: 'file', reason: answer.reason }])
    }

    const unknown = new Set<string>()
    const columnIssue = (line: number, field: string, reason: string) =>
      check.issues.push({ file: file.file, line, row: 0, field, reason })
    const columns = (names: string[], line: number) => {
      for (const name of names.filter((each) => !Object.hasOwn(list.columns, each))) {
        unknown.add(name)
        columnIssue(line, name, unknownColumn(list, name))
      }
      for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at))) {
        columnIssue(line, name, 'This column appears twice.')
      }
    }
    for await (const source of readRows(file, { ...(onBytes && { bytes: onBytes }), columns })) {
      check.rows.set(file.list, source.index + 1)
      if (source.broken) {
        reject(source, undefined, [{ field: '', reason: source.broken }])
        continue
      }
      const { row, problems } = readRow(list, source.cells)
      // An unknown column of a CSV file is reported once, at the first line, not for every row.
      let wrong = problems.filter(({ field }) => !unknown.has(field))
      if (wrong.length === 0) orderOf?.(row)
      const key = (wrong.length === 0 ? keyOf(row) : row[list.key]) as Key | undefined
      const differing = key === undefined ? [] : await identity.recognize(file.list, key, row, source.cells)
      const origin = key === undefined ? 'new' : identity.origin(file.list, key)
      // What a record has need not be in the bundle.
      if (isKnown(origin)) wrong = wrong.filter(({ field }) => field in source.cells)
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
        wrong.push(...linkProblems(row))
        if (unique) wrong.push(...(await unique(row, isKnown(origin) ? origin.record : undefined)))
      }
      if (wrong.length > 0) {
        reject(source, key, wrong)
        continue
      }
      acceptedHere.add(key!)
      if (self || file.list === 'relationships') {
        links.push({ key: key!, index: source.index, line: source.line, row: linkValues(row, self) })
      }
      if (typeof row['file'] === 'string') {
        const one = checkPicture(source, key, row['file']).finally(() => decoding.delete(one))
        decoding.add(one)
        if (decoding.size >= WAITING_PICTURES) await Promise.race(decoding)
      }
    }
    await Promise.all(decoding)
    const node = (of: ListName, key: Key) => Number(recordOf(of, key) ?? -Number(key))
    const placed = links.map((each): PlacedLinks => {
      const nodes = each.row.map((key) => node(self ? file.list : 'people', key))
      return { ...each, node: node(file.list, each.key), nodes }
    })
    if (self) {
      const parents = list.name === 'people' ? undefined : await keys.parents(list.name as 'subjects' | 'collections')
      const found = selfLinkProblems({
        ...{ list, field: self, links: placed, refusedBefore: refusedHere, apart: apartHere, parents },
      })
      for (const { place, problem, isApart } of found) {
        if (isApart) leaveApart(place, place.key, { reason: problem.reason, isRecord: place.node > 0 })
        else reject(place, place.key, [problem])
      }
    }
    if (file.list === 'relationships') {
      for (const { place, problem } of relationshipCycles(placed, await keys.relationships())) {
        reject(place, place.key, [problem])
      }
    }
  }
}

/** The ids of a row's links within its own list, or of the two people of a relationship. */
const linkValues = (row: Row, self: string | undefined): number[] =>
  (self ? keysIn(row[self]) : [row['person1'], row['person2']].map(Number)) as number[]
