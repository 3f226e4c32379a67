import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MediaStore } from '#server/storage/media-store.ts'
import { originalKey } from '#server/storage/keys.ts'
import { createHash } from 'node:crypto'
import { REAL_STORE, STORES, freshStore } from './stores.ts'
import { runs } from '../../setup/length.ts'

const WHY = { why: 'A test.' }
const pictures = ['one', 'two', 'three'].map((text) => {
  const bytes = Buffer.from(text)
  return { bytes, key: originalKey(createHash('sha256').update(bytes).digest('hex'), 'jpeg') }
})
const [picture] = pictures as [(typeof pictures)[number]]

describe.each(STORES)('a trash on %s', (kind) => {
  test('an original is restored bit for bit at its key; meanwhile time and reason are listed', async () => {
    const { media, mediaKeys, trashFiles, pathOf, log } = await freshStore(kind)
    await media.put(picture.key, picture.bytes)
    const before = Date.now()
    const trashed = (await media.moveToTrash(picture.key, WHY))!
    expect(await media.size(picture.key)).toBeUndefined()
    expect(trashed.id).toBe(`${new Date().toISOString().slice(0, 10)}/${picture.key}`)
    expect(await trashFiles()).toEqual([trashed.id, `${trashed.id}.why.json`])
    expect(await media.trash.list()).toEqual([
      {
        ...{ id: trashed.id, key: picture.key, at: expect.any(String), why: 'A test.', bytes: 3 },
        ...{ from: pathOf(picture.key), rows: [], rowsOnly: false },
      },
    ])
    expect(Date.parse(trashed.at)).toBeGreaterThanOrEqual(before)
    await media.trash.restoreFile(media, trashed)
    expect(await media.trash.list()).toHaveLength(1)
    await media.trash.removeRestored(trashed)
    expect(Buffer.from((await media.read(picture.key))!)).toEqual(picture.bytes)
    expect(await trashFiles()).toEqual([])
    expect(await mediaKeys()).toEqual([picture.key])
    expect(await log()).toMatchObject([
      { action: 'restored', by: expect.any(String), trashed: { key: picture.key, why: 'A test.' } },
    ])
  })

  test('two of the same name and day are both stored', async () => {
    const { media } = await freshStore(kind)
    for (const bytes of ['damaged', 'one']) {
      await media.put(picture.key, Buffer.from(bytes))
      await media.moveToTrash(picture.key, WHY)
    }
    const all = await media.trash.list()
    expect(all.map(({ id, key }) => [id.includes('~2.'), key])).toEqual([
      [false, picture.key],
      [true, picture.key],
    ])
    // The damaged one does not replace the intact one.
    await media.trash.restoreFile(media, all[1]!)
    await expect(media.trash.restoreFile(media, all[0]!)).rejects.toThrow('There is another file at')
    expect(Buffer.from((await media.read(picture.key))!).toString()).toBe('one')
    expect(await media.trash.list()).toHaveLength(2)
  })

  test('emptying deletes the given entries only, and logs them', async () => {
    const { media, trashFiles, log } = await freshStore(kind)
    for (const { key, bytes } of pictures) {
      await media.put(key, bytes)
      await media.moveToTrash(key, WHY)
    }
    const [first, ...rest] = await media.trash.list()
    await media.trash.empty([first!])
    expect(await media.trash.list()).toEqual(rest)
    await media.trash.empty(rest)
    expect(await log()).toMatchObject(
      [first, ...rest].map((each) => ({ action: 'emptied', trashed: { id: each!.id } })),
    )
    expect(await trashFiles()).toEqual([])
  })

  /**
   * After every step of every action the disk is looked at as a crash would leave it there: each picture that was put and not emptied lies in the
   * store or in the trash, whole, and everything in the trash can be put back.
   */
  test.skipIf(kind === 'S3' && REAL_STORE)(
    'whatever is done in whatever order, and wherever it is cut off, no byte is lost unless emptied',
    { timeout: 120_000 },
    async () => {
      const action = fc.record({
        what: fc.constantFrom('put', 'trash', 'restore', 'empty'),
        which: fc.nat(1),
      })
      // Over HTTP each step takes longer.
      const numRuns = runs(kind === 'S3' ? 6 : 40)
      let crashes = 0
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 16 }), async (actions) => {
          const alive = new Set<number>()
          const states: { copy: MediaStore; alive: number[] }[] = []
          const { media, copyNow } = await freshStore(kind, () => look())
          const look = () => states.push({ copy: copyNow(), alive: [...alive] })
          for (const { what, which } of actions) {
            const { key, bytes } = pictures[which]!
            const trashed = (await media.trash.list()).find((each) => each.key === key)
            if (what === 'put') {
              await media.put(key, bytes)
              alive.add(which)
            } else if (what === 'trash') await media.moveToTrash(key, WHY)
            else if (trashed && what === 'restore') {
              await media.trash.restoreFile(media, trashed)
              await media.trash.removeRestored(trashed)
            } else if (trashed && what === 'empty') {
              // Of a picture that lies in several places one copy is emptied; where it was the last, it is gone.
              const others = (await media.trash.list()).filter((each) => each.key === key).length - 1
              if (others === 0 && !(await media.size(key))) alive.delete(which)
              await media.trash.empty([trashed])
            }
          }
          look()
          crashes += states.length
          for (const state of states) await expectWhole(state.copy, state.alive)
        }),
        { numRuns },
      )
      expect(crashes).toBeGreaterThan(0)
    },
  )
})

async function expectWhole(media: MediaStore, alive: readonly number[]) {
  for (const trashed of await media.trash.list()) await media.trash.restoreFile(media, trashed)
  for (const which of alive) {
    const { key, bytes } = pictures[which]!
    expect(Buffer.from((await media.read(key)) ?? 'lost')).toEqual(bytes)
  }
}

test('a file without a record, or with a broken one, is listed and can be restored', async () => {
  const { media, trash } = await freshStore('the same disk')
  await media.put(picture.key, picture.bytes)
  const { id } = (await media.moveToTrash(picture.key, WHY))!
  for (const broken of ['{"key', '{}', undefined]) {
    if (broken === undefined) await rm(join(trash, `${id}.why.json`))
    else await writeFile(join(trash, `${id}.why.json`), broken)
    const [trashed] = await media.trash.list()
    expect(trashed).toMatchObject({ id, key: picture.key, bytes: 3, why: 'Its record cannot be read.' })
    await media.trash.restoreFile(media, trashed!)
    expect(await media.size(picture.key)).toBe(3)
  }
})

test('if its record can’t be written, the original stays', async () => {
  const { media, trash } = await freshStore('the same disk')
  await media.put(picture.key, picture.bytes)
  await writeFile(trash, 'in the way')
  await expect(media.moveToTrash(picture.key, WHY)).rejects.toThrow()
  expect(Buffer.from((await media.read(picture.key))!)).toEqual(picture.bytes)
})

test.each(STORES)('originals can’t be removed on %s', async (kind) => {
  const { media } = await freshStore(kind)
  for (const key of [picture.key, `overlays/${'a'.repeat(64)}.tif`]) {
    await media.put(key, picture.bytes)
    await expect(media.remove(key)).rejects.toThrow('is moved to the trash, not removed')
    expect(await media.size(key)).toBe(3)
  }
  await media.put('derivatives/ab/x/40.webp', picture.bytes)
  await media.remove('derivatives/ab/x/40.webp')
  expect(await media.size('derivatives/ab/x/40.webp')).toBeUndefined()
})

test.each(STORES)('failed work removes its copy only while the source is there unchanged, on %s', async (kind) => {
  const { media, folder } = await freshStore(kind)
  const source = join(folder, 'source.jpg')
  await writeFile(source, picture.bytes)
  await media.putFile(picture.key, source)
  await media.undoPut(picture.key, source, WHY)
  expect(await media.size(picture.key)).toBeUndefined()
  expect(await media.trash.list()).toEqual([])
  for (const lose of [() => writeFile(source, 'another picture'), () => rm(source)]) {
    await writeFile(source, picture.bytes)
    await media.putFile(picture.key, source)
    await lose()
    await media.undoPut(picture.key, source, WHY)
    expect(await media.size(picture.key)).toBeUndefined()
  }
  expect((await media.trash.list()).map(({ key }) => key)).toEqual([picture.key, picture.key])
})
