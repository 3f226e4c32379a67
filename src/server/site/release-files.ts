import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RELEASE, isSearchFile, isHashed } from '#rules/addresses/site-routing.ts'

export interface Release {
  /** Security headers of pages, recorded by the build. */
  headers: Record<string, string>
  /** The folder with the file of a path such as `/itemview/12/index.html`; hashed files may be in an earlier release. */
  folderOf(address: string): string | undefined
}

/** Opens the site's folder. `current()` is the live release; switches are noticed on the next call. */
export function openSiteFolder(siteFolder: string): { current(): Release | undefined } {
  let opened: { name: string; changed: number | undefined; release: Release } | undefined
  return {
    current() {
      const name = readOr(undefined, () => dirname(readlinkSync(join(siteFolder, 'current'))))
      if (name === undefined) return undefined
      // An update in place may withdraw search words: it writes them anew.
      const changed = statSync(join(siteFolder, name, RELEASE.searchCompatible), { throwIfNoEntry: false })?.mtimeMs
      if (opened?.name !== name || opened.changed !== changed)
        opened = { name, changed, release: openRelease(siteFolder, name) }
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
  const earlierWords = readJson<string[]>(join(folder, RELEASE.searchCompatible), [])

  /** Pages that were opened before a switch still request their own scripts and styles. Search words of withdrawn records stay hidden. */
  const earlier = (address: string): string[] => {
    if (!isHashed(address)) return []
    const names = isSearchFile(address) ? earlierWords : readOr([], () => readdirSync(releases))
    return names.filter((each) => /^\d+$/.test(each)).map((each) => join(releases, each))
  }
  return {
    headers: readJson(join(folder, RELEASE.headers), {}),
    folderOf: (address) =>
      [folder, ...earlier(address)]
        .map((each) => join(each, RELEASE.site))
        .find((site) => statSync(join(site, address), { throwIfNoEntry: false })?.isFile()),
  }
}

const readJson = <Value>(file: string, otherwise: Value) =>
  readOr(otherwise, () => JSON.parse(readFileSync(file, 'utf8')) as Value)
