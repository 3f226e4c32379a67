import { hash } from 'node:crypto'
import { basename } from 'node:path'
import sharp from 'sharp'
import * as v from 'valibot'
import { logo, type Logo } from '#contract/settings.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import type { Picture } from '../scans/inspect-picture.ts'
import { storeOriginal, writeOriginalRow } from '../scans/originals.ts'
import { trashOriginal } from '../scans/trash-records.ts'
import { originalKey } from '../storage/keys.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { TrashRefused } from '../storage/trash.ts'
import { readSetting, writeSetting } from '../repositories/settings.ts'
import { recordSettingsChange } from './write-settings.ts'

/** Pixels at most: three times the height in the header, for sharp screens. */
const BOX = { width: 480, height: 120 }
/** The row of the logo: what pages show, and the original it was made from. */
const NAME = 'logo'
const stored = v.object({ ...logo.entries, sha256: v.string(), file: v.string() })
type StoredLogo = v.InferOutput<typeof stored>

/** The logo, and the picture it was made from. */
export async function readLogoFile(db: Db): Promise<StoredLogo | undefined> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), await readSetting(db, NAME))
  return parsed.success ? parsed.output : undefined
}

export async function readLogo(db: Db): Promise<Logo | undefined> {
  const { width, height, version, png } = (await readLogoFile(db)) ?? {}
  return png === undefined ? undefined : { width: width!, height: height!, version: version!, png }
}

/** A picture as the header shows it. */
async function makeLogo(original: Uint8Array): Promise<Logo> {
  const picture = sharp(original, { failOn: 'error' }).autoOrient().toColourspace('srgb').trim({ threshold: 1 })
  const { data, info } = await picture
    .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer({ resolveWithObject: true })
  const version = hash('sha256', data).slice(0, 16)
  return { width: info.width, height: info.height, version, png: data.toString('base64') }
}

interface Parts {
  db: ArchiveDatabase
  media: MediaStore
}

/** Shows a picture, whose original is stored already, as the logo. The one before goes to the trash. */
export async function changeLogo(
  { db, media }: Parts,
  caller: Caller | undefined,
  picture: Picture,
  file: string,
): Promise<void> {
  const original = await media.read(originalKey(picture.sha256, picture.format))
  if (!original) throw new Error(`The original ${picture.sha256} is not in the media store.`)
  const row: StoredLogo = { ...(await makeLogo(original)), sha256: picture.sha256, file }
  await replaceLogo({ db, media }, caller, row)
}

/** The same for a file on this machine, which was inspected. */
export async function changeLogoToFile(
  { db, media }: Parts,
  path: string,
  picture: Picture,
  name = basename(path),
): Promise<void> {
  const key = originalKey(picture.sha256, picture.format)
  await storeOriginal(media, { key, bytes: picture.bytes }, path)
  await inTransaction(db, (trx) => writeOriginalRow(trx, picture, name))
  await changeLogo({ db, media }, undefined, picture, name)
}

/** Shows no logo any more. */
export const removeLogo = (parts: Parts, caller: Caller): Promise<void> => replaceLogo(parts, caller, undefined)

async function replaceLogo(
  { db, media }: Parts,
  caller: Caller | undefined,
  row: StoredLogo | undefined,
): Promise<void> {
  const before = await inTransaction(db, async (trx) => {
    const replaced = await readLogoFile(trx)
    if (replaced?.version === row?.version && replaced?.sha256 === row?.sha256) return undefined
    if (row) await writeSetting(trx, NAME, JSON.stringify(row))
    else await trx.deleteFrom('setting').where('name', '=', NAME).execute()
    const change = { field: NAME, before: replaced?.file ?? null, after: row?.file ?? null }
    await recordSettingsChange(trx, { caller, changes: [change] })
    return replaced
  })
  if (!before || before.sha256 === row?.sha256) return
  try {
    await trashOriginal(db, media, before.sha256, row ? 'Another logo replaced it.' : 'The logo was removed.')
  } catch (error) {
    // A record shows the same picture: it stays.
    if (!(error instanceof TrashRefused)) throw error
  }
}
