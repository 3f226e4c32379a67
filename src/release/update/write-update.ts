import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import type { Archive } from '#snapshot/types.ts'
import { INLINE_CODE } from '../pages/build-pages.ts'
import { unlistedInlineCode, type InlineCode } from '../pages/inline-code.ts'
import { isUnlisted, type PageFacts } from '../pages/page-facts.ts'
import { fileOf, finishPage } from '../renderer/finish-page.ts'
import type { Renderer } from '../renderer/open-renderer.ts'
import type { Affected } from './affected.ts'
import { type Contents, hashOf, viewHashes } from './contents.ts'
import { UPDATE } from './journal.ts'
import { OVERVIEWS } from './page-views.ts'

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
  return {
    fresh,
    live,
    writes,
    removals,
    /** False if the release has the same bytes. */
    write(path: string, content: string | Uint8Array): boolean {
      const bytes = Buffer.from(content)
      made.add(path)
      removals.delete(path)
      if (sameBytes(join(live, path), bytes)) return false
      mkdirSync(dirname(join(fresh, path)), { recursive: true })
      writeFileSync(join(fresh, path), bytes)
      writes.add(path)
      return true
    },
    remove(path: string): void {
      if (!made.has(path)) removals.add(path)
    },
  }
}
export type Update = ReturnType<typeof openUpdate>

function sameBytes(file: string, bytes: Buffer): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && found.size === bytes.length && readFileSync(file).equals(bytes)
}

interface PagesUpdate {
  update: Update
  archive: Archive
  snapshot: string
  renderer: Renderer
  affected: Affected | undefined
  before: Contents
  /** Called with the path of each page that is written. */
  onWritten?: (path: string) => void
  onPage?: (done: number, of: number) => void
}

/** Renders the pages whose views have changed. Throws on inline code that the Content-Security-Policy would block. */
export async function updatePages(parts: PagesUpdate): Promise<Pick<Contents, 'views' | 'pages'>> {
  const { update, archive, snapshot, renderer, affected, before, onWritten, onPage } = parts
  const views = viewHashes(archive, affected, before.views)
  const changed = Object.keys(views).filter((address) => views[address] !== before.views[address])
  const addresses = [...changed, ...OVERVIEWS]
  const pages = new Map(before.pages.map((page) => [page.address, page]))
  const inline = await inlineCode(renderer, snapshot)
  for await (const [address, html] of renderer.render(snapshot, addresses)) {
    if (html === null) throw new Error(`${address} has no page.`)
    const [foreign] = unlistedInlineCode(html, inline)
    if (foreign !== undefined) throw new Error(`Inline code on ${address}: ${foreign}`)
    const file = fileOf(address)
    const finished = finishPage(file, html, update.live)
    if (update.write(file, finished)) onWritten?.(file)
    pages.set(address, { address, bytes: Buffer.byteLength(finished), unlisted: isUnlisted(address, finished) })
    onPage?.(pages.size, addresses.length)
  }
  for (const address of Object.keys(before.views)) {
    if (address in views) continue
    update.remove(fileOf(address))
    pages.delete(address)
  }
  return { views, pages: [...pages.values()].sort(byAddress) }
}

const byAddress = (a: PageFacts, b: PageFacts) => (a.address < b.address ? -1 : 1)

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
    if (hashes[path] !== before.files[path]) update.write(path, content)
  }
  for (const path of Object.keys(before.files)) if (!(path in hashes)) update.remove(path)
  return hashes
}
