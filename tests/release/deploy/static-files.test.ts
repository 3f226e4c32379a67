import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deploySite } from '#release/deploy/deploy-site.ts'
import { openDeployTarget } from '#release/deploy/open-target.ts'
import { withoutLivePages } from '#release/deploy/site-files.ts'
import { redirectsFile } from '#release/files/redirects.ts'
import { archiveOf } from '../../snapshot/pages/archive-of.ts'

test('a site without an API lists and redirects to no page that is not there', () => {
  const sitemap = ['/', '/register/', '/itemview/1/', '/login/']
  const lines = sitemap.map((path) => `<url><loc>https://town.example${path}</loc><lastmod>2026-11-01</lastmod></url>`)
  expect(withoutLivePages(lines.join('\n')).match(/example[^<]*/g)).toEqual(['example/', 'example/itemview/1/'])
  expect(withoutLivePages(redirectsFile())).toBe('/map/ / 200\n/years/ /decades/ 200\n')
  const index = '<sitemap><loc>https://town.example/sitemap-1.xml</loc></sitemap>'
  expect(withoutLivePages(index)).toBe(index)
})

test('it is deployed into a new clone, as GitHub Pages wants it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'lotline-pages-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [site, clone] = [join(root, 'site'), join(root, 'clone')]
  mkdirSync(site)
  writeFileSync(join(site, 'index.html'), '<html lang="en">')
  mkdirSync(join(clone, '.git'), { recursive: true })
  writeFileSync(join(clone, '.git', 'HEAD'), 'ref: refs/heads/main')
  const host = { edition: 'alone', archive: archiveOf({}), site: 'https://town.example' } as const
  const nothing = { readApi: () => Promise.resolve(undefined), onMissing: () => {} }
  const openTarget = (from: string) => openDeployTarget(clone, from, {})
  expect(await deploySite({ site, openTarget, host: { ...host, ...nothing } })).toMatchObject({ uploaded: 2 })
  expect(readFileSync(join(clone, '.nojekyll'), 'utf8')).toBe('')
  expect(readFileSync(join(clone, '.git', 'HEAD'), 'utf8')).toBe('ref: refs/heads/main')
})
