import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Takedown } from '#contract/review.ts'
import { makeBackup, writeFileAtomically } from '#server/backup/make-backup.ts'
import { withImportLock } from '#server/database/archive-locks.ts'
import { inTransaction } from '#server/database/write.ts'
import { takeDown } from '#server/scans/takedown.ts'
import { startSweepJob } from '#server/scans/sweep.ts'
import { derivativeFolder } from '#server/storage/picture-keys.ts'
import { TEST_ACCOUNTS, type TestArchive } from '../fixtures.ts'
import { openUploadTown, picture, upload, fields, image, uploadScan } from './uploads/forms.ts'

/** An item with a picture that a person shows, too, and one of its sizes. */
async function openPicture(environment: Record<string, string> = {}) {
  const town = await openUploadTown({
    PURGE_URL: 'http://127.0.0.1:9/',
    SITE_URL: 'https://archive.example.org',
    ...environment,
  })
  const { id } = (await uploadScan(town, { item: 3 }, 'staff')).json as { id: number }
  const portrait = [...fields({ person: 1 }), image(await picture().jpeg().toBuffer())]
  await upload(town, portrait, { as: 'staff', url: '/api/people/images/create/' })
  const original = await town.db.selectFrom('original').selectAll().executeTakeFirstOrThrow()
  const { version } = await town.db.selectFrom('scan').select('version').executeTakeFirstOrThrow()
  await town.media.put(`${derivativeFolder(version)}/40.webp`, new Uint8Array(3))
  const key = `originals/${original.sha256.slice(0, 2)}/${original.sha256}.jpg`
  return { town, id, key, sizes: derivativeFolder(version), address: `/api/takedowns/scans/${id}/` }
}
async function keysOf(town: TestArchive, folder: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of town.media.list(folder)) keys.push(key)
  return keys
}
const order = { reason: 'Mrs Miller asked for it.', confirm: 3 }

test('a takedown deletes the picture wherever it is, in one call, and nobody can undo it', async () => {
  const backups = mkdtempSync(join(tmpdir(), 'lotline-backups-'))
  const { town, id, key, sizes, address } = await openPicture({ BACKUP_AT: '03:00', BACKUP_DIR: backups })
  try {
    const file = join(backups, 'archive-2026-11-20.tar')
    await writeFileAtomically(file, { force: true }, (output) => makeBackup({ db: town.db, media: town.media, output }))
    writeFileSync(join(backups, 'archive-2026-11-21.tar.0b7f.part'), 'begun')
    const plan = (await town.send(address, { as: 'administrator' })).json as Takedown
    expect(plan).toMatchObject({
      file_name: 'scan.jpg',
      uses: [
        { kind: 'scans', key: id, owner: 3 },
        { kind: 'person_images', owner: 1 },
      ],
      backups: [{ path: file }, { path: join(backups, 'archive-2026-11-21.tar') }],
    })
    expect((await town.send(address, { as: 'staff' })).status).toBe(403)
    const busy = await withImportLock(town.db, () =>
      town.send(address, { method: 'POST', as: 'administrator', body: order }),
    )
    expect([busy.status, busy.json]).toEqual([
      409,
      { detail: expect.stringMatching(/^An import or an old map is being/) },
    ])
    expect((await town.send('/api/takedowns/scans/none/', { as: 'administrator' })).status).toBe(404)
    const send = (body: object) => town.send(address, { method: 'POST', as: 'administrator', body })
    expect((await send({ ...order, confirm: 4 })).json).toEqual({ confirm: ['Type 3.'] })
    expect((await send({ confirm: 3 })).json).toMatchObject({ reason: [expect.any(String)] })
    expect(await town.media.size(key)).toBeDefined()

    expect((await send(order)).status).toBe(204)
    expect(await keysOf(town, 'originals')).toEqual([])
    expect(await keysOf(town, sizes)).toEqual([])
    expect(await town.media.trash.list()).toEqual([])
    for (const table of ['scan', 'person_image', 'original'] as const)
      expect(await town.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    expect((await town.send(`/api/scan/image/${id}/?width=320`)).status).toBe(410)
    expect((await town.send('/api/people/images/1/')).status, 'the portrait').toBe(410)
    expect((await town.send('/api/people/images/2/')).status, 'there never was one').toBe(404)
    const audit = await town.db.selectFrom('audit').selectAll().where('action', '=', 'removed').execute()
    expect(audit.map(({ kind, note, account_id }) => [kind, note, account_id]).sort()).toEqual(
      ['person_images', 'scans'].map((kind) => [
        kind,
        'Taken down for good: Mrs Miller asked for it.',
        TEST_ACCOUNTS.administrator.id,
      ]),
    )
    const operations = await town.db.selectFrom('operation').select(['type', 'reason']).execute()
    expect(operations).toEqual([{ type: 'takedown', reason: 'Mrs Miller asked for it.' }])
    expect(await town.db.selectFrom('operation_row').selectAll().execute()).toEqual([])
    expect(await town.media.trash.readLog()).toContain('Taken down for good: Mrs Miller asked for it.')
    const hook = await town.db.selectFrom('hook').select('body').where('name', '=', 'purge').executeTakeFirstOrThrow()
    expect(JSON.parse(hook.body)).toEqual({ urls: ['https://archive.example.org/'], everything: true })
    const build = await town.db.selectFrom('build').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(build).toMatchObject({ state: 'waiting', at_once: 1 })
    expect((await send(order)).status).toBe(404)

    // The backup of before holds no other picture.
    const other = [...fields({ item: 3 }), image(await picture('#123456').jpeg().toBuffer())]
    const { id: next } = (await upload(town, other, { as: 'staff' })).json as { id: number }
    expect((await town.send(`/api/takedowns/scans/${next}/`, { as: 'administrator' })).json).toMatchObject({
      backups: [{ path: join(backups, 'archive-2026-11-21.tar') }],
    })
  } finally {
    await town.close()
    rmSync(backups, { recursive: true })
  }
})

test('a removal of before cannot be undone any more', async () => {
  const { town, id, address } = await openPicture()
  try {
    const record = (await town.send(`/api/records/scans/${id}/`, { as: 'staff' })).json as { version: string }
    const removal = { method: 'DELETE', as: 'staff', headers: { 'if-match': `"${record.version}"` } } as const
    await town.send(`/api/records/scans/${id}/`, removal)
    const { id: operation } = await town.db.selectFrom('operation').select('id').executeTakeFirstOrThrow()
    const portrait = await town.db.selectFrom('person_image').select('id').executeTakeFirstOrThrow()
    const body = { ...order, confirm: 1 }
    const url = address.replace(/scans.*/, `person_images/${portrait.id}/`)
    expect((await town.send(url, { method: 'POST', as: 'administrator', body })).status).toBe(204)
    const undone = await town.send(`/api/operations/${operation}/undo/`, { method: 'POST', as: 'staff', body: {} })
    expect(undone.status).toBe(409)
    expect((undone.json as { detail: string }).detail).toContain('its picture was taken down for good')
  } finally {
    await town.close()
  }
})

test('killed between rows and files, the next start goes on', async () => {
  const { town, id, key, sizes } = await openPicture()
  try {
    const caller = { id: TEST_ACCOUNTS.administrator.id, role: 'administrator', organization: null } as const
    await inTransaction(town.db, (trx) => takeDown(trx, { kind: 'scans', key: String(id), caller, body: order }))
    expect(await town.media.size(key)).toBeDefined()
    expect((await town.send(`/api/scan/image/${id}/?width=320`)).status).toBe(410)
    const job = startSweepJob({ db: town.db, media: town.media })
    await expect.poll(() => keysOf(town, 'originals')).toEqual([])
    await job.stop()
    expect(await keysOf(town, sizes)).toEqual([])
    expect(await town.media.trash.list()).toEqual([])
  } finally {
    await town.close()
  }
})

test('the logo stays, and so does a picture that was sent again meanwhile', async () => {
  const { town, id, key, address } = await openPicture()
  try {
    const { sha256 } = await town.db.selectFrom('original').select('sha256').executeTakeFirstOrThrow()
    const logo = { name: 'logo', value: JSON.stringify({ sha256 }) }
    await town.db.insertInto('setting').values(logo).execute()
    const refused = await town.send(address, { method: 'POST', as: 'administrator', body: order })
    expect([refused.status, refused.json]).toEqual([409, { detail: expect.stringContaining('logo') }])
    await town.db.deleteFrom('setting').where('name', '=', 'logo').execute()
    const caller = { id: TEST_ACCOUNTS.administrator.id, role: 'administrator', organization: null } as const
    await inTransaction(town.db, (trx) => takeDown(trx, { kind: 'scans', key: String(id), caller, body: order }))
    await uploadScan(town, { item: 3 }, 'staff')
    const job = startSweepJob({ db: town.db, media: town.media })
    await expect
      .poll(
        async () =>
          (await town.db.selectFrom('setting').select('value').where('name', '=', 'takedowns').executeTakeFirst())
            ?.value,
      )
      .toBe('[]')
    await job.stop()
    expect(await town.media.size(key)).toBeDefined()
  } finally {
    await town.close()
  }
})
