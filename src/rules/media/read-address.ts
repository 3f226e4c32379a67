import type { ImageFormat } from '#contract/scan.ts'
import type { PictureSource } from './pictures.ts'
import { mediaPath, type MediaFile, type MediaKind } from './site-media.ts'

const NAME = /^\/media\/(scan|person)\/(\d{1,13})\/([1-9]\d{0,14})(?:-([1-9]\d{0,4}))?\.(jpg|webp|avif)$/

/** Reads what mediaPath writes; undefined for any other path. */
export function parseMediaPath(path: string): MediaFile | undefined {
  const [, kind, , id, size, ending] = NAME.exec(path) ?? []
  if (id === undefined) return undefined
  const format = (ending === 'jpg' ? 'jpeg' : ending) as ImageFormat
  const file: MediaFile = { kind: kind as MediaKind, id: Number(id), width: size ? Number(size) : undefined, format }
  return mediaPath(file) === path ? file : undefined
}

/** The id in an address of fileAddress, whose version may end in a key; undefined for any other path. */
export const fileOfAddress = (path: string): number | undefined =>
  Number(/^\/media\/file\/([1-9]\d{0,14})\/[0-9a-f]{16}(?:~[0-9a-f]{32})?\.[a-z0-9]{3,4}$/.exec(path)?.[1]) || undefined

/** The page whose link preview a path is (previewPath). */
export function pageOfPreview(path: string): string | undefined {
  const [, section, name] = /^\/media\/page\/([\w-]+)\/([\w~-]+)\.jpg$/.exec(path) ?? []
  return section && name && `/${section}/${name.replaceAll('~', '/')}/`
}

/** Reads an address of `addressOf`; undefined for any other. `at` may be absolute. */
export function pictureOfAddress(at: string): { source: PictureSource; version: string } | undefined {
  const { origin, pathname, searchParams } = new URL(at, 'https://site.invalid')
  const base = origin === 'https://site.invalid' ? '' : origin
  const version = searchParams.get('v') ?? ''
  const file = parseMediaPath(pathname)
  if (file) return { source: { kind: file.kind, id: file.id, base: '' }, version }
  const [, path, call, id] = /^(.*)\/api\/(scan\/image|people\/images)\/([1-9]\d{0,14})\/$/.exec(pathname) ?? []
  return id === undefined
    ? undefined
    : { source: { kind: call === 'scan/image' ? 'scan' : 'person', id: Number(id), base: base + path! }, version }
}
