import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777
const KEY = `originals/ab/${'ab'.repeat(32)}.jpg`

test('originals and their folders are readable by their owner only', async () => {
  const folder = await freshFolder()
  const media = createFolderStore(folder)
  await media.put(KEY, new Uint8Array(3))
  const source = join(folder, 'open.jpg')
  writeFileSync(source, 'x', { mode: 0o644 })
  await media.putFile(`overlays/${'c'.repeat(64)}.jpg`, source)
  expect(
    [KEY, 'originals/ab', 'originals', `overlays/${'c'.repeat(64)}.jpg`, 'overlays'].map((key) =>
      modeOf(join(folder, key)),
    ),
  ).toEqual([0o600, 0o700, 0o700, 0o600, 0o700])
  expect(modeOf(source)).toBe(0o644)
  expect(await media.restrictToOwner({ dryRun: true })).toBe(0)
})

test('permissions of earlier versions are fixed; links are not followed', async () => {
  const folder = await freshFolder()
  const media = createFolderStore(join(folder, 'media'))
  await media.put(KEY, new Uint8Array(3))
  const outside = join(folder, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'file.jpg'), 'x')
  for (const path of [outside, join(folder, 'media/originals'), join(folder, 'media/originals/ab')])
    chmodSync(path, 0o755)
  for (const path of [join(outside, 'file.jpg'), join(folder, 'media', KEY)]) chmodSync(path, 0o644)
  symlinkSync(outside, join(folder, 'media/originals/cd'))
  symlinkSync(join(outside, 'file.jpg'), join(folder, 'media/originals/ab/link.jpg'))
  expect(await media.restrictToOwner({ dryRun: true })).toBe(3)
  expect(modeOf(join(folder, 'media', KEY))).toBe(0o644)
  expect(await media.restrictToOwner()).toBe(3)
  expect(await media.restrictToOwner()).toBe(0)
  expect([modeOf(join(folder, 'media/originals')), modeOf(join(folder, 'media', KEY))]).toEqual([0o700, 0o600])
  expect([modeOf(outside), modeOf(join(outside, 'file.jpg'))]).toEqual([0o755, 0o644])
})
