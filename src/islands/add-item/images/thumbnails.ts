import { map, type MapStore } from 'nanostores'
import type { ServerPreviews } from './server-previews.ts'
import type { Shrink, Thumbnail } from './shrink-picture.ts'

/** `card`: neither the browser nor the server can show it. */
export type ThumbnailState = Thumbnail | 'loading' | 'card'

/** Pixels: sharp on a 2x screen. */
const BOX = { width: 240, height: 240 }

interface Deps {
  read(id: string): Promise<Blob | undefined>
  previews: ServerPreviews
  /** Rejects for what the browser can't decode. */
  shrink: Shrink
}

/** Thumbnails of images, made one after another: a decoded picture of ten megapixels takes forty megabytes. */
export function createThumbnails({ read, previews, shrink }: Deps) {
  const $thumbnails: MapStore<Record<string, ThumbnailState>> = map({})
  let work = Promise.resolve()

  async function make(id: string) {
    // Removed while it waited.
    if ($thumbnails.get()[id] === undefined) return
    const file = await read(id).catch(() => undefined)
    const made = file && ((await shrink(file, BOX).catch(() => undefined)) ?? (await previews.picture(file)))
    if ($thumbnails.get()[id] !== undefined) $thumbnails.setKey(id, made ?? 'card')
  }

  return {
    $thumbnails,
    /** Makes what is missing, and forgets what is gone. */
    keep(ids: readonly string[]) {
      const before = $thumbnails.get()
      for (const id of Object.keys(before)) if (!ids.includes(id)) $thumbnails.setKey(id, undefined as never)
      for (const id of ids) {
        if (before[id] !== undefined) continue
        $thumbnails.setKey(id, 'loading')
        work = work.then(() => make(id))
      }
    },
  }
}
export type Thumbnails = ReturnType<typeof createThumbnails>
