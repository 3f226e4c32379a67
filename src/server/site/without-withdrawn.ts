import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isRecordFile } from '#rules/addresses/site-routing.ts'
import type { Release } from './release-files.ts'

interface Asked extends Pick<Release, 'folderOf'> {
  /** Pages of what was withdrawn after the file was made. */
  gone: ReadonlySet<string>
  file: string
  /** Shows the same record as it is now. */
  shell: string | undefined
}

/** What is sent instead of a file that tells of withdrawn records; undefined if it tells of none, null for the search record of one. */
export function withoutWithdrawn({
  gone,
  file,
  shell,
  folderOf,
}: Asked): { shell?: string; html?: string } | undefined | null {
  const read = () => readFileSync(join(folderOf(file)!, file))
  if (isRecordFile(file)) {
    const text = gunzipSync(read()).toString()
    const { url } = JSON.parse(text.slice(text.indexOf('{'))) as { url: string }
    return gone.has(url) ? null : undefined
  }
  if (!file.endsWith('.html')) return undefined
  const html = read().toString()
  if (!linksOf(html).some((href) => gone.has(href))) return undefined
  return shell && folderOf(shell) ? { shell } : { html: withoutLinks(html, gone) }
}

const LINK = /<a\s[^>]*?href="([^"]*)"[^>]*>[\s\S]*?<\/a>/g
const linksOf = (html: string): string[] => Array.from(html.matchAll(/href="([^"]*)"/g), ([, href]) => href!)

/** A page of ours without its entries for some pages, and without other links to them. Entries are `<li>`, and their first link is their own. */
export function withoutLinks(html: string, gone: ReadonlySet<string>): string {
  const entries = html.split(/(?=<li[\s>])/).map((part) => {
    const end = part.indexOf('</li>')
    const own = end > 0 && part.startsWith('<li') ? linksOf(part.slice(0, end))[0] : undefined
    return own !== undefined && gone.has(own) ? part.slice(end + '</li>'.length) : part
  })
  const names = (data: string) => [...gone].some((page) => data.includes(`${page}"`))
  return entries
    .join('')
    .replace(LINK, (link, href: string) => (gone.has(href) ? '' : link))
    .replace(/<script type="application\/ld\+json">[^<]*<\/script>/g, (data) => (names(data) ? '' : data))
}
