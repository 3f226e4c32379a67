import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createArchiveState } from '#server/repositories/archive-state.ts'
import { startWithdrawingCopies } from '#server/scans/withdraw-copies.ts'
import { openPublicCopies } from '#server/storage/public-copies.ts'
import { contentSecurityPolicy } from '#release/files/security.ts'
import { testOnSqlite } from '../../postgres/databases.ts'
import { freshS3Double } from '../../fixtures/s3/environment.ts'
import { fields, image, openUploadTown, picture, upload } from '../scans/uploads/forms.ts'

const ADDRESS = 'https://media.example.org/town'

async function openTown() {
  const store = await freshS3Double()
  const environment = { ...store.environment, MEDIA_PUBLIC_URL: `${ADDRESS}/` }
  const town = await openUploadTown(environment)
  onTestFinished(() => town.close())
  const copies = openPublicCopies(readConfig(environment))!
  /** Until there are this many copies. */
  const withdraw = async (count: number) => {
    const job = startWithdrawingCopies({ db: town.db, copies, state: createArchiveState(town.db) }, { every: 5 })
    await expect.poll(() => publicKeys()).toHaveLength(count)
    await job.stop()
  }
  const publicKeys = () => [...store.objects.keys()].filter((key) => key.startsWith('media/public/')).sort()
  const send = async (item: number) => {
    const bytes = await picture('#123456', 700, 500).jpeg().toBuffer()
    const parts = [...fields({ item, watermark: '' }), image(bytes)]
    return ((await upload(town, parts, { as: 'staff' })).json as { id: number }).id
  }
  const setVisibility = (id: number, visibility: 'draft' | 'published') =>
    town.db.updateTable('item').set({ visibility }).where('id', '=', id).execute()
  return { store, town, copies, publicKeys, withdraw, send, setVisibility }
}

test('a published picture is sent from the public address, a draft by the API', async () => {
  const { store, town, publicKeys, send } = await openTown()
  const [draft, published] = [await send(1), await send(3)]
  const drafted = await town.send(`/api/scan/image/${draft}/?width=400`, { as: 'staff' })
  expect([drafted.status, drafted.headers['location']]).toEqual([200, undefined])
  expect(publicKeys()).toEqual([])

  const { version } = await town.db.selectFrom('scan').selectAll().where('id', '=', published).executeTakeFirstOrThrow()
  const address = `/api/scan/image/${published}/?width=400&v=${version}`
  const shown = await town.get(address, { accept: 'image/webp' })
  const path = `scans/3/${published}/${version}/640.webp`
  expect([shown.status, shown.headers['location']]).toEqual([302, `${ADDRESS}/${path}`])
  expect([shown.headers['cache-control'], shown.headers['vary']]).toEqual([
    'public, max-age=300',
    expect.stringMatching(/accept/i),
  ])
  const copy = store.objects.get(`media/public/${path}`)!
  expect(copy.headers).toEqual({
    ...{ 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable' },
  })
  expect(copy.body.length).toBeGreaterThan(0)
  // The second time it is there.
  const writes = () => store.requests.filter((each) => each.startsWith('PUT')).length
  const before = writes()
  expect((await town.get(address, { accept: 'image/webp' })).status).toBe(302)
  expect(writes()).toBe(before)
})

test('what is withdrawn, changed or removed is no longer public; nothing else is touched', async () => {
  const { store, town, publicKeys, withdraw, send, setVisibility } = await openTown()
  const [first, other] = [await send(3), await send(3)]
  for (const id of [first, other]) await town.get(`/api/scan/image/${id}/?width=400&format=webp`)
  expect(publicKeys()).toHaveLength(2)
  const derivatives = () => [...store.objects.keys()].filter((key) => key.startsWith('media/derivatives/')).length
  const before = derivatives()
  await town.db
    .updateTable('scan')
    .set({ version: 'ab'.repeat(8) })
    .where('id', '=', other)
    .execute()
  await withdraw(1)
  await setVisibility(3, 'draft')
  await withdraw(0)
  expect(derivatives()).toBe(before)
  expect((await town.get(`/api/scan/image/${first}/?width=400`)).status).toBe(404)
  await setVisibility(3, 'published')
  expect((await town.get(`/api/scan/image/${first}/?width=400&format=webp`)).status).toBe(302)
  expect(publicKeys()).toHaveLength(1)
  await town.db.updateTable('scan').set({ hidden_until: 'staff' }).where('id', '=', first).execute()
  await withdraw(0)
  expect((await town.get(`/api/scan/image/${first}/?width=400`)).status).toBe(404)
})

test.each([{ visibility: 'draft' }, { privacy: 'names' }] as const)(
  'a job that runs follows changes of single items, and of people: %o',
  async (change) => {
    const { town, copies, publicKeys, send, setVisibility } = await openTown()
    const bytes = await picture('#654321').jpeg().toBuffer()
    const parts = [...fields({ person: 1 }), image(bytes)]
    expect((await upload(town, parts, { as: 'staff', url: '/api/people/images/create/' })).status).toBe(201)
    const scan = await send(3)
    const show = async () => {
      await town.get(`/api/scan/image/${scan}/?format=webp`)
      return await town.get(`/api/people/images/1/?format=webp`)
    }
    expect((await show()).headers['location']).toMatch(/\/people\/1\/[0-9a-f]{16}\/40\.webp$/)
    const job = startWithdrawingCopies(
      {
        db: town.db,
        copies,
        state: createArchiveState(town.db),
      },
      { every: 5 },
    )
    onTestFinished(() => job.stop())
    expect(publicKeys()).toHaveLength(2)
    await setVisibility(3, 'draft')
    await expect.poll(publicKeys).toHaveLength(1)
    await town.db.updateTable('person').set(change).where('id', '=', 1).execute()
    await expect.poll(publicKeys).toEqual([])
  },
)

// The store does not wait for the withdrawal, which only SQLite makes at once.
testOnSqlite('a picture that is withdrawn while its copy is made is not public', async () => {
  const { store, town, publicKeys, send, setVisibility } = await openTown()
  const scan = await send(3)
  let withdrawn: Promise<unknown> | undefined
  store.setTrouble(({ method, url }) => {
    if (method === 'PUT' && url!.includes('/public/')) withdrawn = setVisibility(3, 'draft')
    return undefined
  })
  const answer = await town.get(`/api/scan/image/${scan}/?format=webp`)
  await withdrawn
  expect(answer.headers['location']).toBeUndefined()
  expect(publicKeys()).toEqual([])
})

test('a public address needs a bucket, and pages may load pictures from it', () => {
  expect(() => readConfig({ MEDIA_PUBLIC_URL: ADDRESS })).toThrow('MEDIA_PUBLIC_URL needs a bucket')
  const builder = readConfig({ MEDIA_PUBLIC_URL: ADDRESS, API_URL: 'https://api.example.org' })
  expect(builder.mediaPublicUrl).toBe(ADDRESS)
  const policy = contentSecurityPolicy({ scripts: [], styles: [] }, { apiBase: '', mediaUrl: ADDRESS }, [])
  expect(policy).toContain("img-src 'self' data: https://media.example.org;")
})
