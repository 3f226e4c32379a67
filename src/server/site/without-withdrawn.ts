import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { recordOfPath } from '#rules/addresses/record-address.ts'
import { findRewrite, isRecordFile } from '#rules/addresses/site-routing.ts'
import type { Release } from './release-files.ts'

interface Asked extends Pick<Release, 'folderOf'> {
  /** Pages of what was withdrawn after the file was made. */
  gone: ReadonlySet<string>
  file: string
}

/** Whether a file may tell of records. */
export const namesRecords = (file: string) => file.endsWith('.html') || isRecordFile(file)

/** What is sent instead of a file that tells of withdrawn records; undefined if it tells of none, null for the search record of one. */
export function withoutWithdrawn({
  gone,
  file,
  folderOf,
}: Asked): { shell?: string; html?: string } | undefined | null {
  const read = () => readFileSync(join(folderOf(file)!, file))
  if (isRecordFile(file)) {
    const text = gunzipSync(read()).toString()
    const { url } = JSON.parse(text.slice(text.indexOf('{'))) as { url: string }
    return gone.has(url) ? null : undefined
  }
  const html = read().toString()
  if (!Array.from(html.matchAll(LINK), ([, href]) => href!).some((href) => gone.has(href))) return undefined
  // The live shell of a record's page shows it as it is now.
  const shell = recordOfPath(file) && findRewrite(file.replace(/index\.html$/, ''))
  return shell ? { shell: `${shell}index.html` } : { html: withoutLinks(html, gone) }
}

const HREF = 'href="'
const LINK = /href="([^"]*)"/g
const ELEMENT = /<a\s[^>]*?href="([^"]*)"[^>]*>[\s\S]*?<\/a>/g

/** A page of ours without its entries for some pages, and without other links to them. Entries are `<li>`, and their first link is their own. */
export function withoutLinks(html: string, gone: ReadonlySet<string>): string {
  const names = (data: string) => [...gone].some((page) => data.includes(`${page}"`))
  return withoutEntries(html, gone)
    .replace(ELEMENT, (link, href: string) => (gone.has(href) ? '' : link))
    .replace(/<meta property="og:image[^>]*>/g, '')
    .replace(/<script type="application\/ld\+json">[^<]*<\/script>/g, (data) => (names(data) ? '' : data))
}

function withoutEntries(html: string, gone: ReadonlySet<string>): string {
  const open: number[] = []
  const cuts: [from: number, to: number][] = []
  for (const { 0: tag, index } of html.matchAll(/<li(?=[\s>])|<\/li>/g)) {
    if (tag === '<li') open.push(index)
    else {
      const from = open.pop()!
      const link = html.indexOf(HREF, from) + HREF.length
      if (gone.has(html.slice(link, html.indexOf('"', link)))) cuts.push([from, index + tag.length])
    }
  }
  let [kept, at] = ['', 0]
  for (const [from, to] of cuts.sort((a, b) => a[0] - b[0])) {
    if (from > at) kept += html.slice(at, from)
    at = Math.max(at, to)
  }
  return kept + html.slice(at)
}
