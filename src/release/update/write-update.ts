import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import type { Archive } from '#snapshot/archive.ts'
import { writeInThread } from '../files/file-thread.ts'
import { writeChanged } from '../files/write-changed.ts'
import { INLINE_CODE } from '../pages/build-pages.ts'
import { type InlineCode, isUnlisted, type PageFacts } from '../pages/page-facts.ts'
import { fileOf, finishPage } from '../files/preload-modules.ts'
import type { Renderer } from '../renderer/open-renderer.ts'
import type { Affected } from './affected.ts'
import { changedPages, type Contents, hashOf, type Slice, OVERVIEWS } from './contents.ts'
import { UPDATE } from './journal.ts'
import type { Steps } from '../build-steps.ts'

/**
 * Collects the files of an update. Files whose bytes are those of the release are left out. A file that is made stays, whoever else no longer makes it: the page
 * of a merged record has the path of the record's own.
 */
export function openUpdate(folder: string, release: string) {
  const writes = new Set<string>()
  const removals = new Set<string>()
  const made = new Set<string>()
  const fresh = join(folder, UPDATE.fresh, RELEASE.site)
  const live = join(release, RELEASE.site)
  const take = (paths: readonly string[], changed: readonly string[]) => {
    for (const path of paths) {
      made.add(path)
      removals.delete(path)
    }
    for (const path of changed) writes.add(path)
  }
  return {
    fresh,
    live,
    writes,
    removals,
    write(path: string, content: string | Uint8Array): void {
      take([path], writeChanged(fresh, live, [[path, content]]))
    },
    /** Writes pages while others are rendered, and answers the paths of those that are written. Rejects on inline code that the Content-Security-Policy would block. */
    async writePages(pages: readonly (readonly [path: string, html: string])[], inline: InlineCode): Promise<string[]> {
      const changed = await writeInThread(fresh, live, pages, inline)
      take(
        pages.map(([path]) => path),
        changed,
      )
      return changed
    },
    remove(path: string): void {
      if (!made.has(path)) removals.add(path)
    },
  }
}
export type Update = ReturnType<typeof openUpdate>

interface PagesUpdate {
  update: Update
  archive: Archive
  snapshot: string
  renderer: Renderer
  /** All or, of a large update, a part of it. */
  slice: Pick<Slice, 'affected' | 'continues' | 'most'>
  before: Contents
  onWritten?: (path: string) => void
  onPage?: (done: number) => void
}

/** Renders the pages whose views have changed, each as soon as that is known: another thread writes them meanwhile. Throws on inline code that the Content-Security-Policy would block. */
export async function updatePages(parts: PagesUpdate): Promise<Required<Pick<Contents, 'views' | 'pages' | 'left'>>> {
  const { update, archive, snapshot, renderer, slice, before, onWritten, onPage } = parts
  const views: Contents['views'] = {}
  const leaves = new Set<string>()
  function* addresses() {
    const isMissing = (address: string) => !existsSync(join(update.live, fileOf(address)))
    yield* changedPages(archive, before.views, views, { ...slice, left: new Set(before.left), leaves, isMissing })
    if (!slice.continues) yield* OVERVIEWS
  }
  const pages = new Map(before.pages.map((page) => [page.address, page]))
  const inline = await inlineCode(renderer, snapshot)
  const writer = pageWriter(update, inline, onWritten)
  let done = 0
  try {
    for await (const [address, html] of renderer.render(snapshot, addresses())) {
      if (html === null) throw new Error(`${address} has no page.`)
      const file = fileOf(address)
      const finished = finishPage(file, html, update.live)
      await writer.add(file, finished)
      pages.set(address, { address, bytes: Buffer.byteLength(finished), unlisted: isUnlisted(address, finished) })
      onPage?.(++done)
    }
  } finally {
    await writer.finish()
  }
  for (const address of Object.keys(before.views)) {
    if (address in views) continue
    update.remove(fileOf(address))
    pages.delete(address)
  }
  return { views, pages: [...pages.values()].sort(byAddress), left: [...leaves] }
}

const byAddress = (a: PageFacts, b: PageFacts) => (a.address < b.address ? -1 : 1)

/** Files that are written, or compressed, together: enough to keep zlib's threads busy. */
const BATCH = 25

/** Writes pages in batches, each while the next one is rendered. */
function pageWriter(update: Update, inline: InlineCode, onWritten: PagesUpdate['onWritten']) {
  let batch: [path: string, html: string][] = []
  let running = Promise.resolve()
  async function flush(): Promise<void> {
    const pages = batch
    batch = []
    await running
    running = update.writePages(pages, inline).then((written) => written.forEach((path) => onWritten?.(path)))
    // Thrown by the next call.
    running.catch(() => undefined)
  }
  return {
    async add(path: string, html: string): Promise<void> {
      batch.push([path, html])
      if (batch.length === BATCH) await flush()
    },
    /** Resolves when nothing is written any more. */
    async finish(): Promise<void> {
      await flush()
      await running
    },
  }
}

async function inlineCode(renderer: Renderer, snapshot: string): Promise<InlineCode> {
  for await (const [, text] of renderer.render(snapshot, [`/${INLINE_CODE}`])) return JSON.parse(text!) as InlineCode
  throw new Error('The renderer gives no page.')
}

/** Writes the files that are made from the archive and are no pages. `files` yields all of them, or all that are affected. */
export function updateFiles(
  update: Update,
  files: Iterable<readonly [path: string, content: string]>,
  before: Contents,
  affected: Affected | undefined,
): Contents['files'] {
  const others = affected ? Object.entries(before.files).filter(([path]) => !affected.hasFile(path)) : []
  const hashes: Contents['files'] = Object.fromEntries(others)
  for (const [path, content] of files) {
    hashes[path] = hashOf(content)
    if (hashes[path] !== before.files[path] || !existsSync(join(update.live, path))) update.write(path, content)
  }
  for (const path of Object.keys(before.files)) if (!(path in hashes)) update.remove(path)
  return hashes
}

/** Compresses files of a folder while others are still made: zlib has threads of its own. One batch at a time, because each file takes megabytes. */
function createCopies(compress: Steps['compress'], folder: string) {
  const taken = new Set<string>()
  let waiting: string[] = []
  let running = Promise.resolve(0)
  function start(): void {
    const batch = waiting
    waiting = []
    running = running.then(async (bytes) => bytes + (await compress(folder, batch, new Set(), undefined)))
    // Thrown by `finish`.
    running.catch(() => undefined)
  }
  function add(path: string): void {
    if (taken.has(path)) return
    taken.add(path)
    waiting.push(path)
    if (waiting.length === BATCH) start()
  }
  return {
    add,
    /** Compresses the rest, and answers the bytes of all compressed copies. */
    async finish(files: readonly string[]): Promise<number> {
      for (const file of files) add(file)
      start()
      return await running
    },
    /** Resolves when nothing is written any more, whether it failed or not. */
    idle: () => running.then(() => undefined).catch(() => undefined),
  }
}
export type Copies = Pick<ReturnType<typeof createCopies>, 'add' | 'finish'>

/** Compresses what `work` writes into a folder. When it has failed, nothing is written any more, so that the folder can be removed. */
export async function compressWritten<Result>(
  compress: Steps['compress'],
  folder: string,
  work: (copies: Copies) => Promise<Result>,
): Promise<Result> {
  const copies = createCopies(compress, folder)
  try {
    return await work(copies)
  } catch (problem) {
    await copies.idle()
    throw problem
  }
}
