import { createGate } from '../scans/gate.ts'
import { PICTURES_AT_ONCE } from '../scans/derivatives.ts'
import type { ArchiveKeys } from './archive-keys.ts'
import { readRows, type BundleFile, type BundleFolder } from './bundle-folder.ts'
import { UnreadableFile, type Issue, type Problem, type Row, type SourceRow } from './bundle-row.ts'
import { relationshipCycles, selfLinkProblems, type PlacedLinks } from './check-graph.ts'
import { LISTS, selfLink, type ListName } from './lists.ts'
import type { PictureFiles } from './picture-files.ts'
import { readRow } from './read-row.ts'
import { createRowIds, createScanOrders } from './row-id.ts'
import { createUniqueItems } from './unique-items.ts'

type Key = number | string

/** What a check found: everything that is wrong, which rows must stay out, and how many rows there are. */
export interface Check {
  issues: Issue[]
  /** A file that cannot be read to its end: nothing is imported, whatever the options. */
  unreadable: boolean
  /** Numbers of the rows that must stay out, by list. */
  rejected: Map<ListName, Set<number>>
  rows: Map<ListName, number>
}

/** Decodes under way and waiting; keeps the reading of a list from running far ahead of its pictures. */
const WAITING_PICTURES = 16

/** Reads every list once and checks every row; keeps keys, never rows. */
export async function checkBundle(
  bundle: BundleFolder,
  { keys, pictures, onBytes }: { keys: ArchiveKeys; pictures: PictureFiles; onBytes?: (bytes: number) => void },
): Promise<Check> {
  const check: Check = {
    issues: [...bundle.issues],
    unreadable: bundle.unreadable,
    rejected: new Map(),
    rows: new Map(),
  }
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
    const own = accepted.set(file.list, new Set()).get(file.list)!
    const bad = refused.set(file.list, new Set()).get(file.list)!
    const rejected = check.rejected.set(file.list, new Set()).get(file.list)!
    const inArchive = await keys.of(file.list)
    const self = selfLink(list)
    const idOf = createRowIds(list)
    const orderOf = file.list === 'scans' ? createScanOrders() : undefined
    const unique = file.list === 'items' ? createUniqueItems(keys) : undefined
    const links: PlacedLinks[] = []
    const gate = createGate(PICTURES_AT_ONCE)
    const decoding = new Set<Promise<void>>()

    const reject = (source: Pick<SourceRow, 'index' | 'line'>, key: Key | undefined, problems: Problem[]) => {
      rejected.add(source.index)
      if (key !== undefined) {
        own.delete(key)
        bad.add(key)
      }
      check.issues.push(
        ...problems.map((problem) => ({ file: file.file, line: source.line, row: source.index + 1, ...problem })),
      )
    }
    const known = (target: ListName, key: Key, archive: Set<Key>) =>
      archive.has(key) || accepted.get(target)?.has(key) === true

    async function linkProblems(row: Row): Promise<Problem[]> {
      const problems: Problem[] = []
      for (const [field, { link }] of Object.entries(list.columns)) {
        if (!link || field === self) continue
        const archive = await keys.of(link)
        for (const key of idsIn(row[field])) {
          if (!known(link, key, archive)) problems.push({ field, reason: missing(link, key) })
        }
      }
      return problems
    }
    const missing = (target: ListName, key: Key) =>
      refused.get(target)?.has(key)
        ? `The ${LISTS[target].one} ${key} that it names was refused.`
        : `There is no ${LISTS[target].one} ${key}, neither in the bundle nor in the archive.`

    async function checkPicture(source: SourceRow, key: Key | undefined, file: string) {
      const answer = await gate(() => pictures.inspect(file))
      if ('reason' in answer) reject(source, key, [{ field: 'file', reason: answer.reason }])
    }

    const unknown = new Set<string>()
    const columnIssue = (line: number, field: string, reason: string) =>
      check.issues.push({ file: file.file, line, row: 0, field, reason })
    const columns = (names: string[], line: number) => {
      for (const name of names.filter((each) => !Object.hasOwn(list.columns, each))) {
        unknown.add(name)
        columnIssue(line, name, `There is no such column in ${list.name}.`)
      }
      for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at))) {
        columnIssue(line, name, 'This column stands in the first line twice.')
      }
    }
    for await (const source of readRows(file, { ...(onBytes && { bytes: onBytes }), columns })) {
      check.rows.set(file.list, source.index + 1)
      if (source.broken) {
        reject(source, undefined, [{ field: '', reason: source.broken }])
        continue
      }
      const { row, problems } = readRow(list, source.cells)
      // A wrong column of a CSV file is reported once, at its first line, and does not make every row wrong.
      const wrong = problems.filter(({ field }) => !unknown.has(field))
      let key = row[list.key] as Key | undefined
      if (wrong.length === 0) {
        orderOf?.(row)
        if (list.identity) key = idOf(row)
        else if (key !== undefined && (own.has(key) || bad.has(key))) {
          reject(source, undefined, [{ field: list.key, reason: `The ${list.one} ${key} stands in the file twice.` }])
          continue
        }
        if (list.identity && own.has(key!)) {
          wrong.push({ field: list.key, reason: `The ${list.one} ${key} stands in the file twice.` })
          reject(source, undefined, wrong)
          continue
        }
        wrong.push(...(await linkProblems(row)))
        if (unique) wrong.push(...(await unique(row)))
      }
      if (wrong.length > 0) {
        reject(source, key, wrong)
        continue
      }
      own.add(key!)
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
    if (self) {
      const parents = list.name === 'people' ? undefined : await keys.parents(list.name as 'subjects' | 'collections')
      for (const { place, problem } of selfLinkProblems({ list, field: self, links, inArchive, parents })) {
        reject(place, place.key, [problem])
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

/** Only the ids of a row's links within its own list (or between the people of a relationship). */
const linkValues = (row: Row, self: string | undefined): number[] =>
  (self ? idsIn(row[self]) : [row['person1'], row['person2']].map(Number)) as number[]
