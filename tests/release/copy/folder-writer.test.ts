import { hash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { onDisk } from '#release/copy/copy-errors.ts'
import { createNameCheck, openFolderWriter, UNFINISHED_FILE } from '#release/copy/folder-writer.ts'
import { LIST_FILE, readCopyList } from '#release/copy/copy-list.ts'
import { runs } from '../../setup/length.ts'

const now = new Date('2026-11-26T10:00:00Z')
function emptyFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'lotline-copy-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
const filesIn = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== LIST_FILE)
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
  )
async function copy(folder: string, files: Record<string, string>, version?: string) {
  const writer = await openFolderWriter(folder, { now })
  for (const [path, content] of Object.entries(files)) await writer.write(path, content, { version })
  return writer.finish()
}
const FIRST = { 'index.html': '<p>Home', 'media/scan/4/410.jpg': 'a picture', 'data/a.js': 'a' }

test('writes only what changed, and removes what is no longer part', async () => {
  const folder = emptyFolder()
  expect(await copy(folder, FIRST)).toMatchObject({ files: 3, writtenFiles: 3, writtenBytes: 17, removed: 0 })
  const list = readFileSync(join(folder, LIST_FILE))
  expect(await copy(folder, FIRST)).toMatchObject({ files: 3, bytes: 17, writtenFiles: 0, writtenBytes: 0 })
  expect(readFileSync(join(folder, LIST_FILE))).toEqual(list)
  const { 'media/scan/4/410.jpg': _, ...others } = FIRST
  const second = { ...others, 'data/a.js': 'b' }
  expect(await copy(folder, second)).toMatchObject({ writtenFiles: 1, writtenBytes: 1, removed: 1 })
  expect(filesIn(folder)).toEqual(second)
  expect(readdirSync(folder)).not.toContain('media')
})

test('makes no content whose version is there, unless the file is gone or has another size', async () => {
  const folder = emptyFolder()
  let made = 0
  const write = async (version: string) => {
    const writer = await openFolderWriter(folder, { now })
    await writer.write('1.webp', () => Promise.resolve(`${(made += 1)} picture`), { version })
    await writer.finish()
  }
  await write('v1')
  await write('v1')
  expect(made).toBe(1)
  await write('v2')
  expect(made).toBe(2)
  writeFileSync(join(folder, '1.webp'), 'cut off')
  await write('v2')
  rmSync(join(folder, '1.webp'))
  await write('v2')
  expect(made).toBe(4)
  expect(filesIn(folder)).toEqual({ '1.webp': '4 picture' })
})

test('a folder is kept as a whole where the last run ended and nothing of it is gone', async () => {
  const folder = emptyFolder()
  const open = () => openFolderWriter(folder, { now })
  const run = async (kept: boolean) => {
    const writer = await open()
    const site = writer.below('site')
    expect(await site.keepAll('last.js', 'v1')).toBe(kept)
    if (!kept) await site.write('a', 'a')
    if (!kept) await site.write('last.js', 'x', { version: 'v1' })
    await writer.write('OPEN.html', 'o')
    return await writer.finish()
  }
  await run(false)
  expect(await run(true)).toMatchObject({ files: 3, writtenFiles: 0, removed: 0 })
  expect(await (await open()).below('site').keepAll('last.js', 'v2')).toBe(false)
  rmSync(join(folder, 'site/a'))
  expect(await run(false)).toMatchObject({ files: 3, writtenFiles: 1 })
  await (await open()).write('OPEN.html', 'changed')
  // Interrupted: what the list says may be wrong.
  await run(false)
  await run(true)
})

test('a stream is written as it comes, with its checksum', async () => {
  const folder = emptyFolder()
  const writer = await openFolderWriter(folder, { now })
  const stream = async function* () {
    yield Buffer.from('one ')
    yield Buffer.from('two')
  }
  await writer.below('data').write('sound.mp3', () => Promise.resolve(stream()))
  expect(writer.files.get('data/sound.mp3')).toEqual({ size: 7, sha256: hash('sha256', 'one two') })
  await writer.finish()
  expect(filesIn(folder)).toEqual({ 'data/sound.mp3': 'one two' })
})

test('an interrupted run is told, and completed by the next', async () => {
  const folder = emptyFolder()
  await copy(folder, FIRST, 'v1')
  const interrupted = await openFolderWriter(folder, { now })
  await interrupted.write('data/a.js', 'c', { version: 'v2' })
  await interrupted.write('of-the-second.txt', 'gone in the third')
  expect(readdirSync(folder)).toContain(UNFINISHED_FILE)
  expect((await readCopyList(folder))?.finished).toBe(false)
  // What the disk lost with the power.
  writeFileSync(join(folder, 'index.html'), '\0\0\0\0\0\0\0')
  const report = await copy(folder, FIRST, 'v1')
  expect(report).toMatchObject({ writtenFiles: 2, removed: 1 })
  expect(filesIn(folder)).toEqual(FIRST)
  expect((await readCopyList(folder))?.finished).toBe(true)
})

test('wherever a run is cut off, the next one makes the folder whole', async () => {
  const some = fc.dictionary(fc.constantFrom('a', 'b/c', 'b/d', 'e/f/g', 'h'), fc.constantFrom('1', '2', '33'))
  await fc.assert(
    fc.asyncProperty(some, some, some, fc.nat(5), async (first, second, third, stop) => {
      const folder = emptyFolder()
      await copy(folder, first)
      const cutOff = await openFolderWriter(folder, { now })
      for (const [path, content] of Object.entries(second).slice(0, stop)) await cutOff.write(path, content)
      // The line that was being written.
      const list = join(folder, LIST_FILE)
      if (stop > 0) appendFileSync(list, '{"path":"h","si')
      await copy(folder, third)
      expect(filesIn(folder)).toEqual(third)
      expect(await copy(folder, third)).toMatchObject({ writtenFiles: 0, removed: 0 })
    }),
    { numRuns: runs(100), examples: [[{}, {}, {}, 1]] },
  )
})

test('refuses a folder that holds something else, or another kind of copy', async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'System Volume Information'))
  await (await openFolderWriter(folder, { now, holds: 'bag' })).write('a', 'a')
  await expect(openFolderWriter(folder, { now })).rejects.toThrow('holds another kind of copy (bag)')
  const other = emptyFolder()
  for (const name of ['Holiday.jpg', 'Letters', 'taxes.pdf', 'z']) writeFileSync(join(other, name), '')
  await expect(openFolderWriter(other, { now })).rejects.toThrow(
    `The folder ${other} holds something else: Holiday.jpg, Letters, taxes.pdf …. Name an empty folder, or one with a copy.`,
  )
  await expect(openFolderWriter(join(other, 'z'), { now })).rejects.toThrow('z is not a folder.')
  const damaged = emptyFolder()
  writeFileSync(join(damaged, LIST_FILE), 'x')
  await expect(openFolderWriter(damaged, { now })).rejects.toThrow("can't be read")
})

test('a stick that is pulled out ends with a sentence, and nothing is written in its place', async () => {
  const folder = join(emptyFolder(), 'stick')
  const writer = await openFolderWriter(folder, { now })
  await writer.write('a/1', '1')
  renameSync(folder, `${folder}-in-a-pocket`)
  await expect(writer.write('b/2', '2')).rejects.toThrow(`${folder} can't be reached any more.`)
  await expect(writer.write('a/2', '2')).rejects.toThrow('plug that in again')
  expect(readdirSync(join(folder, '..'))).toEqual(['stick-in-a-pocket'])
  expect((await readCopyList(`${folder}-in-a-pocket`))?.finished).toBe(false)
  renameSync(`${folder}-in-a-pocket`, folder)
  expect(await copy(folder, { 'a/1': '1', 'b/2': '2' })).toMatchObject({ files: 2, writtenFiles: 1 })
})

test.each(['ENOSPC', 'EDQUOT'])('a full disk ends with a sentence: %s', async (code) => {
  const failure = onDisk('/media/usb', Promise.reject(Object.assign(new Error('write'), { code })))
  await expect(failure).rejects.toThrow('The disk of /media/usb is full. Free some space or take a larger disk.')
})

test('a full disk leaves the mark of an unfinished copy, and is gone on with when there is room', async () => {
  const folder = emptyFolder()
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', folder])
  // Only root may mount a small disk.
  if (mount.status !== 0) return
  try {
    const writer = await openFolderWriter(folder, { now })
    await writer.write('1', 'a'.repeat(30_000))
    await expect(writer.write('2', 'b'.repeat(90_000))).rejects.toThrow('is full')
    expect((await readCopyList(folder))?.finished).toBe(false)
    expect(readdirSync(folder)).toContain(UNFINISHED_FILE)
    expect(await copy(folder, { '1': 'a'.repeat(30_000) })).toMatchObject({ writtenFiles: 0, removed: 1 })
    expect(readdirSync(folder).sort()).toEqual([LIST_FILE, '1'])
  } finally {
    spawnSync('umount', [folder])
  }
})

test.each([
  ['media/a:b.jpg', "don't allow the name a:b.jpg"],
  ['pages/what?.html', "don't allow the name what?.html"],
  ['con.txt', "don't allow the name con.txt"],
  ['dots./a', "don't allow the name dots."],
  ['../a', 'not one inside of a folder'],
  ['/etc/passwd', 'not one inside of a folder'],
  [`${'long/'.repeat(40)}a`, 'is 201 characters long'],
  ['Index.html', 'Windows takes Index.html for index.html'],
  ['MEDIA/a', 'Windows takes MEDIA for media'],
])('refuses %s by name', async (path, why) => {
  const writer = await openFolderWriter(emptyFolder(), { now })
  await writer.write('index.html', '')
  await writer.write('media/a.jpg', '')
  const refused = writer.write(path, 'x')
  await expect(refused).rejects.toThrow(`The file ${path} can't be part of a copy`)
  await expect(refused).rejects.toThrow(why)
})

test('refuses more than 5,000 files in a folder', () => {
  const checkName = createNameCheck()
  for (let at = 0; at < 5000; at += 1) checkName(`scan/${at}.jpg`)
  expect(() => checkName('scan/more.jpg')).toThrow("scan/more.jpg can't be part of a copy: its folder would hold more")
  // Each record has a folder.
  for (let at = 0; at < 22_000; at += 1) checkName(`itemview/${at}/index.html`)
})

test('a name that differs by case from that of the last run is not removed as that', async () => {
  const folder = emptyFolder()
  await copy(folder, { 'A.txt': 'a' })
  await copy(folder, { 'a.txt': 'b' })
  expect(filesIn(folder)).toMatchObject({ 'a.txt': 'b' })
})

test('writes through no link to another file', async () => {
  const [folder, kept] = [emptyFolder(), join(emptyFolder(), 'kept')]
  await copy(folder, { a: 'first' })
  linkSync(join(folder, 'a'), kept)
  await copy(folder, { a: 'second' })
  expect(readFileSync(kept, 'utf8')).toBe('first')
})

test('an error of the program keeps its stack', async () => {
  const missing = Object.assign(new Error('other'), { code: 'EINVAL', errno: constants.errno.EINVAL })
  await expect(onDisk('/x', Promise.reject(missing))).rejects.toBe(missing)
  const writer = await openFolderWriter(emptyFolder(), { now })
  const away = Object.assign(new Error('no such picture'), { code: 'ENOENT' })
  await expect(writer.write('a', () => Promise.reject(away))).rejects.toBe(away)
})
