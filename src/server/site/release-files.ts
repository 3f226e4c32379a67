import { readFileSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { collectionManifest, itemManifest } from '#rules/media/iiif-addresses.ts'
import { DUMP, RELEASE, SEARCH_ENTRY, SEARCH_FOLDER, isHashed, isRecordFile } from '#rules/addresses/site-routing.ts'

export interface Release {
  /** Security headers of pages, recorded by the build. */
  headers: Record<string, string>
  /** The folder with the file of a path such as `/itemview/12/index.html`; hashed files may be in an earlier release. */
  folderOf(address: string): string | undefined
  /** A moment (ISO 8601) before the archive was last read for these pages, or for what updates leave as it is: records of the search index, and the dump. */
  since(file?: string): string
  /** Removes the pages and other files of records (`items 1`) from the disk, and the dump. */
  remove(records: Iterable<string>, andDump: boolean): void
}

/** Milliseconds that a build takes at most, from the reading of the archive to its report. */
const LONGEST_BUILD = 60 * 60_000
const ENDINGS = ['', '.br', '.gz']

/** Opens the site's folder. `current()` is the live release; switches are noticed on the next call. */
export function openSiteFolder(siteFolder: string): { current(): Release | undefined } {
  let opened: { name: string; release: Release } | undefined
  return {
    current() {
      const name = readOr(undefined, () => dirname(readlinkSync(join(siteFolder, 'current'))))
      if (name === undefined) return undefined
      if (opened?.name !== name) opened = { name, release: openRelease(siteFolder, name) }
      return opened.release
    },
  }
}

// Synchronous file calls, here and below: they take microseconds, and the thread pool may be busy compressing.
function readOr<Value>(otherwise: Value, read: () => Value): Value {
  try {
    return read()
  } catch {
    return otherwise
  }
}

function openRelease(siteFolder: string, name: string): Release {
  const folder = join(siteFolder, name)
  const releases = join(siteFolder, 'releases')

  let told: { at: number; changedAt?: string } = { at: 0 }
  /** Pages that were opened before a switch still request their own scripts and styles. */
  const earlier = (address: string): string[] => {
    if (!isHashed(address)) return []
    const names = readOr([], () => readdirSync(releases))
    return names.filter((each) => /^\d+$/.test(each)).map((each) => join(releases, each))
  }
  return {
    headers: readJson(join(folder, RELEASE.headers), {}),
    folderOf: (address) =>
      [folder, ...earlier(address)]
        .map((each) => join(each, RELEASE.site))
        .find((site) => statSync(join(site, address), { throwIfNoEntry: false })?.isFile()),
    since(file = RELEASE.report) {
      // An update leaves these as they are.
      const own = file.startsWith(dirname(DUMP)) ? DUMP : isRecordFile(file) && join(SEARCH_FOLDER, SEARCH_ENTRY)
      const made = own ? join(RELEASE.site, own) : RELEASE.report
      const built = statSync(join(folder, made), { throwIfNoEntry: false })?.mtimeMs ?? 0
      const before = new Date(Math.max(0, built - LONGEST_BUILD)).toISOString()
      if (own) return before
      // Read again after each update only.
      if (told.at !== built) told = { at: built, ...readJson<{ changedAt?: string }>(join(folder, RELEASE.report), {}) }
      return told.changedAt ?? before
    },
    remove(records, andDump) {
      if (andDump) rmSync(join(folder, RELEASE.site, dirname(DUMP)), { recursive: true, force: true })
      const remove = (path: string) => rmSync(join(folder, RELEASE.site, path), { recursive: true, force: true })
      for (const record of records) {
        const [kind, id] = record.split(' ') as [string, string]
        // With all pages below it.
        remove(recordAddress(kind, Number(id))!)
        const file = FILES[kind]?.(Number(id))
        if (file) for (const ending of ENDINGS) remove(file + ending)
      }
    },
  }
}

/** What a release has of a record beside its pages. */
const FILES: Record<string, (key: number) => string> = {
  items: itemManifest,
  collections: collectionManifest,
  locations: MAP_DATA.zone,
}
const readJson = <Value>(file: string, otherwise: Value) =>
  readOr(otherwise, () => JSON.parse(readFileSync(file, 'utf8')) as Value)
