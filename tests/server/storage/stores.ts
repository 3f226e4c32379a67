import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openBucket } from '#s3/bucket.ts'
import type { S3Settings } from '#s3/settings.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import type { MediaStore } from '#server/storage/media-store.ts'
import type { OnStep } from '#server/storage/removal.ts'
import { createS3Store } from '#server/storage/s3-store.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { startS3Double } from '../../fixtures/s3/s3-double.ts'
import { collect } from '../../fixtures/collect.ts'

const hasOtherDisk = existsSync('/dev/shm') && statSync('/dev/shm').dev !== statSync(tmpdir()).dev

/** The kinds of stores that every test of the interface runs on: folders with their trash beside them and elsewhere, and a bucket. */
export const STORES = ['the same disk', ...(hasOtherDisk ? (['another disk'] as const) : []), 'S3'] as const
export type StoreKind = (typeof STORES)[number]

interface FreshStore {
  media: MediaStore
  /** A folder for other files. */
  folder: string
  trash: string
  mediaKeys(): Promise<string[]>
  /** What is in the trash, without its log. */
  trashFiles(): Promise<string[]>
  log(): Promise<unknown[]>
  pathOf(key: string): string
  /** The store as a crash at this moment would leave it; not of a real server. */
  copyNow(): MediaStore
}

/** A real server for the tests of this process, in place of the double. */
export const REAL_STORE = process.env['TEST_S3'] === undefined ? undefined : readRealStore(process.env['TEST_S3'])
function readRealStore(text: string): S3Settings {
  return JSON.parse(text) as S3Settings
}

/** An empty store of this test alone. */
export async function freshStore(kind: StoreKind, onStep?: OnStep): Promise<FreshStore> {
  const folder = await freshFolder()
  return kind === 'S3' ? await freshBucket(folder, onStep) : await freshMediaFolder(folder, kind, onStep)
}

async function freshBucket(folder: string, onStep?: OnStep): Promise<FreshStore> {
  const double = REAL_STORE ? undefined : await startS3Double()
  if (double) onTestFinished(double.close)
  const prefix = `${randomUUID()}/`
  const open = (other = prefix) => openBucket({ ...(REAL_STORE ?? double!.settings), prefix: other })
  const bucket = open()
  const keys = async (start: string) => (await collect(bucket.list(start))).map(({ key }) => key)
  return {
    media: createS3Store(bucket, folder, { ...(onStep && { onStep }) }),
    ...{ folder, trash: '' },
    mediaKeys: async () => (await keys('')).filter((key) => !key.startsWith('trash/')),
    trashFiles: async () => (await keys('trash/2')).map((key) => key.slice('trash/'.length)),
    log: async () =>
      await Promise.all(
        (await keys('trash/log/')).map(async (key) => JSON.parse(String(await bucket.read(key))) as unknown),
      ),
    pathOf: (key) => key,
    copyNow() {
      const copy = `${randomUUID()}/`
      for (const [key, object] of [...double!.objects])
        if (key.startsWith(prefix)) double!.objects.set(copy + key.slice(prefix.length), object)
      return createS3Store(open(copy), folder)
    },
  }
}

async function freshMediaFolder(folder: string, kind: StoreKind, onStep?: OnStep): Promise<FreshStore> {
  const trash = join(kind === 'another disk' ? await otherDisk() : folder, 'trash')
  const place = join(folder, 'media')
  const log = join(trash, 'log.jsonl')
  let copies = 0
  return {
    media: createFolderStore(place, trash, { ...(onStep && { onStep }) }),
    ...{ folder, trash },
    mediaKeys: async () => filesIn(place),
    trashFiles: async () => filesIn(trash).filter((name) => name !== 'log.jsonl'),
    log: async () =>
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    pathOf: (key) => join(place, key),
    copyNow() {
      const copy = join(folder, `crash-${(copies += 1)}`)
      for (const [from, to] of [
        [place, 'media'],
        [trash, 'trash'],
      ] as const) {
        if (existsSync(from)) cpSync(from, join(copy, to), { recursive: true, preserveTimestamps: true })
      }
      return createFolderStore(join(copy, 'media'))
    },
  }
}

async function otherDisk(): Promise<string> {
  const folder = await mkdtemp('/dev/shm/lotline-')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
        .sort()
    : []
