import { expect, test } from 'vitest'
import { ApiError, UnreachableError } from '#client/errors.ts'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { createImportFiles, guessSource } from '#stores/review/imports/import-files.ts'

const chosen = (path: string, text = path, lastModified = 5) => ({
  path,
  file: new File([text], path, { lastModified }),
})

/** An archive that keeps what it is sent. `refuse`: why a path is not taken. */
function world(refuse: (path: string) => Error | undefined = () => undefined) {
  const announced: unknown[] = []
  const kept = new Map<string, number>()
  const call = async (name: string, { body }: { body: FormData & { files: unknown[] } }) => {
    await Promise.resolve()
    if (name === 'changeImport') return void announced.push(...body.files)
    const path = String(body.get('path'))
    const problem = refuse(path)
    if (problem) throw problem
    const received = Number(body.get('at')) + (body.get('image') as File).size
    kept.set(path, received)
    return { received }
  }
  const store = createImportFiles(
    {
      client: { call } as never,
      withSession: (work) => work(),
      schedule: (_, work) => (queueMicrotask(work), () => {}),
      newId: () => 'run',
    },
    3,
  )
  const send = (...files: ReturnType<typeof chosen>[]) => store.send(files, [], async () => {})
  return { store, send, announced, kept }
}

test('files are announced and sent in parts; what is there is not sent again', async () => {
  const { store, send, announced, kept } = world()
  const large = 'x'.repeat(RECORDING_UPLOAD.part + 3)
  expect(await send(chosen('a.csv'), chosen('scans/1.jpg', large))).toBe(true)
  expect(announced).toEqual([
    { path: 'a.csv', bytes: 5, modified: 5 },
    { path: 'scans/1.jpg', bytes: large.length, modified: 5 },
  ])
  expect([...kept]).toEqual([
    ['a.csv', 5],
    ['scans/1.jpg', large.length],
  ])
  const there = [{ path: 'a.csv', bytes: 5, modified: 5, received: 5 }]
  kept.clear()
  await store.send([chosen('a.csv'), chosen('b.csv')], there, async () => {})
  await store.send([chosen('a.csv', 'a.CSV', 6)], there, async () => {})
  expect([...kept.keys()]).toEqual(['b.csv', 'a.csv'])
  expect([store.$sending.get(), store.$refusal.get()]).toEqual([null, null])
})

test('a file that is refused says why, and the others are sent', async () => {
  const { store, send, kept } = world((path) =>
    path === 'notes.docx' ? new ApiError(400, { path: ['Save it as a spreadsheet.'] }, '/') : undefined,
  )
  expect(await send(chosen('notes.docx'), chosen('a.csv'))).toBe(false)
  expect([...store.$refused.get()]).toEqual([['notes.docx', 'Save it as a spreadsheet.']])
  expect([...kept.keys()]).toEqual(['a.csv'])
})

test('it goes on after a cut, and can be stopped without a complaint', async () => {
  let cuts = 2
  const cut = world(() => (cuts-- > 0 ? new UnreachableError('/', undefined, 20) : undefined))
  expect(await cut.send(chosen('a.csv'))).toBe(true)
  const lost = world(() => new UnreachableError('/', undefined, 20))
  const end = lost.store.$sending.listen((now) => now?.isWaiting && lost.store.stop())
  expect(await lost.send(chosen('a.csv'))).toBe(false)
  end()
  expect([lost.store.$sending.get(), lost.store.$refusal.get()]).toEqual([null, null])
})

test('the source is called like the first spreadsheet', () => {
  expect(guessSource([chosen('a/family.ged'), chosen('a/Old_catalogue.xlsx')])).toBe('Old catalogue')
  expect(guessSource([chosen('scans/1.jpg')])).toBe('1')
})
