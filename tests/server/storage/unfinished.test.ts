import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { serve } from '#server/main.ts'
import { removeUnfinished } from '#server/storage/removal.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

test('a server removes what killed uploads left: pictures and maps; nothing that is being written', async () => {
  const dataDir = await freshFolder()
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0' })
  const [killed, killedMap, running, kept] = [
    'media/incoming/1.part',
    'overlays/uploads/incoming/2.part',
    'media/incoming/3.part',
    'overlays/uploads/incoming/notes.txt',
  ].map((name) => join(dataDir, name)) as [string, string, string, string]
  for (const folder of ['media/incoming', 'overlays/uploads/incoming'])
    mkdirSync(join(dataDir, folder), { recursive: true })
  for (const file of [killed, killedMap, running, kept]) writeFileSync(file, 'half')
  const longAgo = Date.now() / 1000 - 2 * 3600
  for (const file of [killed, killedMap, kept]) utimesSync(file, longAgo, longAgo)
  await removeUnfinished(join(dataDir, 'nowhere'), Date.now())
  const app = await serve(config)
  try {
    await vi.waitFor(() => expect([killed, killedMap].map((file) => existsSync(file))).toEqual([false, false]))
    for (const file of [running, kept]) expect(existsSync(file)).toBe(true)
  } finally {
    await app.close()
  }
})
