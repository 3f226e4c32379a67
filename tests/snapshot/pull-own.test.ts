import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openArchive } from '#snapshot/archive.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { openTestArchive } from '../server/fixtures.ts'
import type { TestArchive } from '../server/fixtures.ts'

let archive: TestArchive
let api: string
let folder: string
beforeEach(async () => {
  archive = await openTestArchive()
  api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'lotline-snapshot-'))
})
afterEach(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

test('our own archive is pulled completely, without drafts, and deterministically', async () => {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  const report = await pullSnapshot({ api, folder: one, source: 'this archive', apiBase: '' })
  expect(report).toMatchObject({ leftOut: [], unpublished: {}, oneByOne: [], notes: [] })
  expect(report.meta.counter).toEqual(expect.any(Number))
  await pullSnapshot({ api, folder: two, source: 'this archive', apiBase: '' })
  for (const file of readdirSync(one)) {
    const text = readFileSync(join(one, file), 'utf8')
    expect(text).toBe(readFileSync(join(two, file), 'utf8'))
    expect(text).not.toMatch(/secret/i)
  }

  const town = openArchive(one)
  expect(town.lists.items.map((item) => item.id)).toEqual([1, 2, 3])
  expect(town.item(1)!.item_scans.map((scan) => scan.id)).toEqual([2, 1])
  expect(town.parentsOf(3).map((each) => each.id)).toEqual([1, 2])
  expect(town.childrenOf(2).map((each) => each.id)).toEqual([3])
  expect(town.spousesOf(2).map((each) => each.id)).toEqual([1])
  expect(town.ownershipOfLots(['12-A']).map((each) => each.person)).toEqual([1])
  expect(town.organizationsAt(1).map((each) => each.organization)).toEqual([2])
  expect(town.itemsOfPerson(3).map((item) => item.id)).toEqual([1, 2])
  expect(town.itemsOfSubject(3).map((item) => item.id)).toEqual([2])
  expect(town.childCollections(1).map((each) => each.id)).toEqual([2])
  expect(town.childSubjects(null).map((each) => each.id)).toEqual([1, 2])
})
