import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openArchive } from '#snapshot/archive.ts'
import { pullSnapshot, type Earlier } from '#snapshot/pull.ts'
import { useArchive } from '../server/use-archive.ts'

const archive = useArchive()
const folder = mkdtempSync(join(tmpdir(), 'lotline-texts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

test('texts of visible scans and files are in the snapshot, and follow changes', async () => {
  const api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  const pull = (name: string, earlier?: Earlier) =>
    pullSnapshot({ api, source: 'test', apiBase: '', folder: join(folder, name), earlier })
  const setText = (text: string) => archive.db.updateTable('scan').set({ text }).where('id', '=', 1).execute()
  const words = () =>
    openArchive()
      .textsOf(1)
      .map(({ scan, text }) => [scan, text])
  const textsFile = (name: string) => readFileSync(join(folder, name, 'texts-0.json'), 'utf8')

  await setText('The mill burned.')
  const first = await pull('first')
  process.env.LOTLINE_SNAPSHOT = join(folder, 'first')
  expect(words()).toEqual([[1, 'The mill burned.']])
  expect(textsFile('first')).not.toContain('Secret')

  await setText('The mill burned down.')
  const next = await pull('next', { folder: join(folder, 'first'), counter: first.meta.counter, found: first })
  process.env.LOTLINE_SNAPSHOT = join(folder, 'next')
  expect(next.changed?.after.map(({ id }) => id)).toEqual([1])
  expect(words()).toEqual([[1, 'The mill burned down.']])
  await pull('all')
  expect(textsFile('next')).toBe(textsFile('all'))

  await setText('')
  const gone = await pull('gone', { folder: join(folder, 'next'), counter: next.meta.counter, found: next })
  expect(gone.meta.counts.texts).toBe(0)
})
