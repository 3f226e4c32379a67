import * as v from 'valibot'
import type { Item } from '#contract/item.ts'
import type { RecordText } from '#contract/text.ts'
import { changes } from '#contract/status.ts'
import { forgetArchive } from './archive.ts'
import { listsFrom, sortTexts, writeSnapshot, createLinkSharing } from './files.ts'
import { fetchPictures, type FetchPicture } from './fetch-pictures.ts'
import { fillIn } from './fill-in.ts'
import {
  readItems,
  createPullClient,
  RETRY_POLICY,
  createReader,
  unlessRefused,
  type RetryPolicy,
  type Read,
  type PullClient,
} from './reader.ts'
import { readOneByOne, readBeside, readLists } from './read-lists.ts'
import { readTexts } from './read-texts.ts'
import { LIST_NAMES, PLANS, type ListName, type PicturesFrom, type SnapshotLists, type SnapshotMeta } from './plans.ts'
import { pullChanges } from './pull-changes.ts'
import type { ChangedItems } from './item-index.ts'
import { checkRows, collectRows, type RowProblem, sortScans, breakCycles } from './row-checks.ts'

interface PullOptions {
  /** Base URL of the API, without a trailing slash. */
  api: string
  folder: string
  /** Name of the source in the snapshot; the API's address by default. (An address that differs each time would change the bytes.) */
  source?: string
  /** What precedes `/api/…` in pages. */
  apiBase: string
  /** Where pages have pictures from: files of the site, or the API. */
  pictures?: PicturesFrom | undefined
  /** Makes pictures of another kind of server files of the site. */
  fetchPicture?: FetchPicture | undefined
  client?: PullClient
  patience?: RetryPolicy
  inFlight?: number
  /** Maximum number of attempts if the archive changes during the pull. */
  rounds?: number
  /** Only what has changed since is read, if the server tells. */
  earlier?: Earlier | undefined
  /** File for what the server does not tell and builds find out (fill-in.ts); without it that stays unknown. */
  memory?: string
  onProgress?: (done: number, of: number) => void
}

/** An earlier snapshot, made with the same settings. */
export interface Earlier {
  folder: string
  /** The counter that the site has been made with. */
  counter: number | null
  found: PullFindings
}

export interface PullReport extends PullFindings {
  meta: SnapshotMeta
  /** If only items have changed since an earlier snapshot. */
  changed?: ChangedItems | undefined
}
interface PullFindings {
  leftOut: RowProblem[]
  /** Number of unpublished rows that the server sent, by list. */
  unpublished: Partial<Record<ListName, number>>
  /** Lists that the server refused as a whole. */
  oneByOne: ListName[]
  /** Anything else the administrator should know. */
  notes: string[]
}

/** Reads everything published through the API into `folder`. Throws with the reason on failure. */
export async function pullSnapshot(options: PullOptions): Promise<PullReport> {
  const client = options.client ?? createPullClient({ base: options.api })
  const read = createReader(client, options.patience ?? RETRY_POLICY)
  const rounds = options.rounds ?? 3
  const { earlier, folder, inFlight = 6 } = options
  if (earlier && earlier.found.leftOut.length === 0) {
    const { leftOut, unpublished, oneByOne, notes } = earlier.found
    const pulled = await pullChanges(read, { folder, earlier, inFlight })
    if (pulled) return { leftOut, unpublished, oneByOne, notes, ...pulled }
  }
  forgetArchive()
  for (let round = 1; ; round++) {
    const counter = await readCounter(read)
    const log = counter === null ? undefined : await readLog(read, counter)
    const pulled = await pullOnce(read, options)
    const beside = await readBeside(read)
    const moved = (await readCounter(read)) !== counter
    const { lists, itemCount, itemsSeen, ...found } = pulled
    const short = itemCount !== itemsSeen
    if ((moved || short) && round < rounds) continue
    const notes: string[] = []
    if (moved) notes.push(`The archive changed during each of ${rounds} pulls; the next build will catch up.`)
    if (short) notes.push(`The server counts ${itemCount} items but sent ${itemsSeen}.`)
    const { source = options.api, apiBase, memory, fetchPicture } = options
    if (fetchPicture) await fetchPictures(client, lists, fetchPicture, inFlight)
    const pictures = options.pictures !== 'api' && hasVersions(lists) ? '' : apiBase
    if (memory) notes.push(...(await fillIn(client, lists, { memory, inFlight })))
    const about = { source, apiBase, pictures, counter, ...(log !== undefined && { log }), ...beside }
    const meta = writeSnapshot(folder, lists, about)
    return { meta, ...found, notes }
  }
}

/** Another kind of server has pictures at its own addresses only. */
const hasVersions = ({ items, people }: SnapshotLists) =>
  items.some(({ item_scans }) => item_scans.some(({ version }) => version)) ||
  people.some(({ image }) => image?.version)

/** The archive's change counter; null for a server without one (it is one of our additions). */
async function readCounter(read: Read): Promise<number | null> {
  const answer = v.safeParse(changes, await unlessRefused(read('changes')))
  return answer.success ? answer.output.counter : null
}

/** The name of the server's log of changes; undefined for a server without one. */
async function readLog(read: Read, since: number): Promise<string | undefined> {
  const answer = v.safeParse(changes, await unlessRefused(read('changes', { query: { since } })))
  return answer.success ? answer.output.log : undefined
}

async function pullOnce(read: Read, options: PullOptions) {
  const inFlight = options.inFlight ?? 6
  const lists = listsFrom(() => [])
  const raw = new Map<ListName, unknown[]>()
  const checked = new Map<ListName, ReturnType<typeof checkRows>>()
  const keep = (list: ListName, rows: unknown[]) => {
    const all = [...(raw.get(list) ?? []), ...rows]
    raw.set(list, all)
    const result = checkRows(list, PLANS[list].row, all)
    checked.set(list, result)
    Object.assign(lists, { [list]: result.rows })
  }

  let done = 0
  const share = createLinkSharing()
  const items = collectRows('items', PLANS.items.row, (row) => share(row as Item))
  const seen = new Set<unknown>()
  const itemCount = await readItems(read, inFlight, (rows, of) => {
    items.add(rows)
    for (const row of rows) seen.add((row as { id?: unknown } | null)?.id)
    options.onProgress?.((done += rows.length), of)
  })
  const checkedItems = items.finish()
  checked.set('items', checkedItems)
  lists.items = checkedItems.rows as Item[]
  lists.items.forEach(sortScans)

  const texts = await readTexts(read, lists.items, inFlight)
  checked.set('texts', texts)
  lists.texts = sortTexts(texts.rows as RecordText[])

  const refused = await readLists(read, inFlight, keep)
  await readOneByOne(refused, lists, read, inFlight, keep)

  const cycles = breakCycles(lists)
  const results = LIST_NAMES.map((name) => [name, checked.get(name)] as const)
  return {
    lists,
    itemCount,
    itemsSeen: seen.size,
    leftOut: [...results.flatMap(([, result]) => result?.problems ?? []), ...cycles],
    unpublished: Object.fromEntries(
      results.flatMap(([name, result]) => (result?.unpublished ? [[name, result.unpublished]] : [])),
    ) as PullReport['unpublished'],
    oneByOne: refused,
  }
}
