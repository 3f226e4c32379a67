import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeDemoTown } from '#demo/write-demo-town.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import type { Repositories } from '#server/repositories/repositories.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { itemsPage, openBoth, type Both } from './both-databases.ts'
import { FILTERED_SEARCHES, ITEM_SEARCHES, NAME_SEARCHES } from './demo-searches.ts'

/** The demo town without its pictures. */
async function importDemoTown(db: ArchiveDatabase, folder: string): Promise<void> {
  const bundle = join(folder, 'bundle')
  await writeDemoTown(bundle, { only: () => false })
  for (const pictures of ['scans.csv', 'person_images.json']) rmSync(join(bundle, pictures), { force: true })
  const report = await importBundle({ folder: bundle, db, media: createFolderStore(join(folder, 'media')) })
  expect(report.imported, JSON.stringify(report.issues.slice(0, 3))).toBe(true)
}

let both: Both
beforeAll(async () => {
  both = await openBoth('demo', importDemoTown)
})
afterAll(() => both.close())

async function itemLines(own: Repositories): Promise<string[]> {
  const lines = []
  for (const query of [...ITEM_SEARCHES, ...FILTERED_SEARCHES]) {
    const { count, results, suggestion } = await itemsPage(own, Object.fromEntries(new URLSearchParams(query)))
    const meant = suggestion === undefined ? '' : `, suggestion: ${suggestion}`
    lines.push(`${decodeURIComponent(query)}: ${results.map(({ id }) => id).join(' ')} (${count}${meant})`)
  }
  return lines
}

async function nameLines(own: Repositories): Promise<string[]> {
  const lines = []
  for (const kind of ['people', 'organizations', 'subjects'] as const) {
    for (const search of NAME_SEARCHES[kind]) {
      const ids = (await own[kind].list({ search })).map(({ id }) => id)
      lines.push(`${kind}, ${search}: ${ids.join(' ')}`)
    }
  }
  for (const search of NAME_SEARCHES.locations) {
    const { features } = JSON.parse((await own.locations.list({ search })).text) as { features: { id: number }[] }
    lines.push(`locations, ${search}: ${features.map(({ id }) => id).join(' ')}`)
  }
  return lines
}

test('the searches of the table find the same on both databases, in the same order', async () => {
  expect(ITEM_SEARCHES.length + FILTERED_SEARCHES.length).toBeGreaterThan(90)
  for (const own of both.repositories) {
    const lines = [...(await itemLines(own)), ...(await nameLines(own))]
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('demo-searches.txt')
  }
})
