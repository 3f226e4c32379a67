import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSiteFolder } from '#server/site/release-files.ts'

test('an update in place that withdraws search words is noticed: those of earlier releases are not served any more', () => {
  const siteFolder = mkdtempSync(join(tmpdir(), 'lotline-site-'))
  onTestFinished(() => rmSync(siteFolder, { recursive: true, force: true, maxRetries: 10 }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(siteFolder, path)), { recursive: true })
    writeFileSync(join(siteFolder, path), text)
  }
  write('releases/1/public/pagefind/index/old.pf_index', 'words')
  write('releases/2/public/index.html', 'home')
  write('releases/2/earlier-words.json', '["1"]')
  symlinkSync('releases/2/public', join(siteFolder, 'current'))
  const folder = openSiteFolder(siteFolder)
  const chunk = () => folder.current()!.folderOf('/pagefind/index/old.pf_index')
  expect(chunk()).toBe(join(siteFolder, 'releases/1/public'))

  // As an update does it: written beside, then renamed.
  write('releases/3-7.half/new/earlier-words.json', '[]')
  utimesSync(join(siteFolder, 'releases/3-7.half/new/earlier-words.json'), 1, 1)
  renameSync(
    join(siteFolder, 'releases/3-7.half/new/earlier-words.json'),
    join(siteFolder, 'releases/2/earlier-words.json'),
  )
  expect(chunk()).toBeUndefined()
  expect(folder.current()!.folderOf('/index.html')).toBe(join(siteFolder, 'releases/2/public'))
})
