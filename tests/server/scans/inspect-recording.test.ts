import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { RECORDING } from '#contract/recording-messages.ts'
import { inspectRecording } from '#server/scans/inspect-recording.ts'
import { wav } from './sounds.ts'

const folder = mkdtempSync(join(tmpdir(), 'lotline-recording-'))
afterAll(() => rmSync(folder, { recursive: true }))
function fileOf(content: Buffer | string): string {
  const path = join(folder, `${Math.random()}.mp3`)
  writeFileSync(path, content)
  return path
}

test('a recording is what its content says, with its length', async () => {
  expect(await inspectRecording(fileOf(wav(3)))).toEqual({ format: 'wav', bytes: 24044, details: { duration: 3 } })
})

const page = '<!doctype html><script>alert(1)</script>'
test.each([
  ['empty', Buffer.alloc(0), RECORDING.empty],
  ['a page', Buffer.from(page.padEnd(200)), RECORDING.kind],
  ['a PDF', Buffer.from('%PDF-1.7'.padEnd(200)), RECORDING.kind],
  ['cut', wav(3).subarray(0, 9000), RECORDING.broken],
  ['a name only', Buffer.from(`OggS${page}`.padEnd(200)), RECORDING.broken],
  ['an MP3 that is a page', Buffer.from(`ID3\x03\0\0\0\0\0\0${page}`.padEnd(200)), RECORDING.broken],
  ['an MP4 of nothing', Buffer.from(`\0\0\0\x18ftypisom${page}`.padEnd(200), 'latin1'), RECORDING.broken],
])('%s is refused with a sentence', async (_, content, sentence) => {
  await expect(inspectRecording(fileOf(content))).rejects.toThrow(sentence)
})

test('more than 2 GB is refused', async () => {
  const path = fileOf(wav(1))
  truncateSync(path, 2 * 1024 ** 3 + 1)
  await expect(inspectRecording(path)).rejects.toThrow(RECORDING.tooLarge)
})
