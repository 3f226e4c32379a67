import { cpSync, existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openBucket } from '#s3/bucket.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import type { MediaStore } from '#server/storage/media-store.ts'
import type { OnStep } from '#server/storage/removal.ts'
import { createS3Store } from '#server/storage/s3-store.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { startS3Double } from '../../fixtures/s3/s3-double.ts'

const hasOtherDisk = existsSync('/dev/shm') && statSync('/dev/shm').dev !== statSync(tmpdir()).dev

/** The kinds of stores that every test of the interface runs on: folders with their trash beside them and elsewhere, and a bucket. */
export const STORES = ['the same disk', ...(hasOtherDisk ? (['another disk'] as const) : []), 'S3'] as const
export type StoreKind = (typeof STORES)[number]

interface FreshStore {
  media: MediaStore
  /** A folder for other files. */
  folder: string
  trash: string
  mediaKeys(): string[]
  /** What is in the trash, without its log. */
  trashFiles(): string[]
  log(): unknown[]
  pathOf(key: string): string
  /** The store as a crash at this moment would leave it. */
  copyNow(): MediaStore
}

/** An empty store of this test alone. */
export async function freshStore(kind: StoreKind, onStep?: OnStep): Promise<FreshStore> {
  const folder = await freshFolder()
  return kind === 'S3' ? await freshBucket(folder, onStep) : await freshMediaFolder(folder, kind, onStep)
}

async function freshBucket(folder: string, onStep?: OnStep): Promise<FreshStore> {
  const store = await startS3Double({ prefix: 'media/' })
  onTestFinished(store.close)
  const open = (prefix: string) => openBucket({ ...store.settings, prefix })
  const keys = () =>
    [...store.objects.keys()]
      .filter((key) => key.startsWith('media/'))
      .map((key) => key.slice(6))
      .sort()
  let copies = 0
  return {
    media: createS3Store(open('media/'), folder, { ...(onStep && { onStep }) }),
    ...{ folder, trash: '' },
    mediaKeys: () => keys().filter((key) => !key.startsWith('trash/')),
    trashFiles: () => keys().flatMap((key) => (/^trash\/(?!log\/)/.test(key) ? [key.slice(6)] : [])),
    log: () =>
      keys().flatMap((key) =>
        key.startsWith('trash/log/') ? [JSON.parse(store.objects.get(`media/${key}`)!.body.toString()) as unknown] : [],
      ),
    pathOf: (key) => key,
    copyNow() {
      const prefix = `copy-${(copies += 1)}/`
      for (const key of keys()) store.objects.set(prefix + key, store.objects.get(`media/${key}`)!)
      return createS3Store(open(prefix), folder)
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
    mediaKeys: () => filesIn(place),
    trashFiles: () => filesIn(trash).filter((name) => name !== 'log.jsonl'),
    log: () =>
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
