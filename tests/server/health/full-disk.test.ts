import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { STORAGE } from '#contract/messages.ts'
import type { Health } from '#contract/status.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { sweep } from '#server/scans/sweep.ts'
import { openTestArchive } from '../fixtures.ts'
import { fields, image, picture, upload } from '../scans/uploads/forms.ts'

const SIZE = 16 * 1024 * 1024

/** A file system of 16 MB; undefined if mounting is not permitted. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}
const disk = smallDisk()
afterAll(() => {
  if (!disk) return
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

test.skipIf(!disk)(
  'a disk that is really full: 507 for every write, reads go on, nothing is half kept, and then it works again',
  async () => {
    const environment = { DATABASE_URL: `sqlite:${disk}/archive.db`, MEDIA_URL: `file:${disk}/media` }
    const town = await openTestArchive({ items: [{ id: 1, title: 'The mill' }] }, { environment })
    try {
      const stray = `originals/ab/${'ab'.repeat(32)}.jpg`
      await town.media.put(stray, Buffer.alloc(20_000))
      const ballast = join(disk!, 'ballast')
      const { bavail, bsize } = statfsSync(disk!)
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - 1_500_000))
      const health = async () => (await town.get('/api/health/')).json as Health
      const add = (at: number) =>
        town.send('/api/item/post/', {
          ...{ method: 'POST', as: 'volunteer' },
          body: { type: 'newspaper', title: `Item ${at}`, general_description: 'x'.repeat(100_000) },
        })
      const kept: string[] = []
      let refused
      for (let at = 0; at < 100 && !refused; at += 1) {
        const { status, json } = await add(at)
        if (status === 201) kept.push(`Item ${at}`)
        else refused = { status, json: json as unknown }
      }
      expect(refused).toEqual({ status: 507, json: { detail: STORAGE.full } })
      expect(kept.length).toBeGreaterThan(0)
      expect((await add(101)).status).toBe(507)
      const form = [...fields({ item: 1 }), image(await picture().jpeg().toBuffer())]
      const sent = await upload(town, form, { as: 'staff' })
      expect([sent.status, sent.json]).toEqual([507, { detail: STORAGE.full }])
      expect(await health()).toMatchObject({ status: 'warning', disk: { status: 'full' }, database: { status: 'ok' } })
      expect((await town.get('/api/item/1/')).status).toBe(200)
      // The trash may be on this or another disk.
      expect((await sweep(town.db, town.media, { grace: -1 })).stopped).toEqual({ unnamed: 1, originals: 1 })
      expect(await town.media.size(stray)).toBe(20_000)
      const titles = await town.db
        .selectFrom('item')
        .select('title')
        .where('title', 'like', 'Item%')
        .orderBy('id')
        .execute()
      expect(titles.map(({ title }) => title)).toEqual(kept)
      expect(town.db.sqlite.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })

      rmSync(ballast)
      expect((await add(102)).status).toBe(201)
      expect(await health()).toMatchObject({ status: 'ok' })
    } finally {
      await town.close()
    }
  },
)

test.skipIf(!disk)('without space in the trash the original stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-full-'))
  try {
    const trash = join(disk!, 'trash')
    mkdirSync(trash)
    const media = createFolderStore(join(folder, 'media'), trash)
    const key = `originals/ab/${'ab'.repeat(32)}.jpg`
    await media.put(key, Buffer.alloc(SIZE, 7))
    await expect(media.moveToTrash(key, { why: 'A test.' })).rejects.toThrow(/ENOSPC/)
    expect(Buffer.from((await media.read(key))!).equals(Buffer.alloc(SIZE, 7))).toBe(true)
    expect(await media.trash.list()).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
