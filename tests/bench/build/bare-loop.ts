import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The pages of a built site: each path from the site's root with its length in bytes. */
export function pagesOf(site: string): { file: string; bytes: number }[] {
  return readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({ file, bytes: statSync(path.join(site, file)).size }))
}

/**
 * The least that making these pages can cost: a loop that puts each one together out of short strings, some of them escaped, and writes
 * it to its folder. Answers seconds. What it wrote stays: removing many folders makes ext4 slow for whoever writes next.
 */
export function bareLoop(pages: readonly { file: string; bytes: number }[], folder: string): number {
  const began = performance.now()
  for (const [at, { file, bytes }] of pages.entries()) {
    const target = path.join(folder, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, render(at, bytes))
  }
  return (performance.now() - began) / 1000
}

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

function render(page: number, bytes: number): string {
  let html = `<!doctype html><html lang="en"><head><title>${escape(`Page ${page} & others`)}</title></head><body>`
  for (let line = 0; html.length < bytes - 60; line++)
    html += `<dt>${escape(`Line ${line}`)}</dt><dd><a href="/itemview/${page + line}/">${escape('Mill & <dam>')}</a></dd>`
  return html.slice(0, bytes - 14).padEnd(bytes - 14) + '</body></html>'
}
