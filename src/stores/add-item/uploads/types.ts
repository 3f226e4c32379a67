import type { ReadableAtom } from 'nanostores'
import type { ImageUpload } from '../add-item-stores.ts'
import type { DraftImage } from '../draft.ts'

/** An image to send. `order` starts at 1 (spec §7). */
export type UploadImage = Pick<DraftImage, 'id' | 'size' | 'watermark' | 'color' | 'position' | 'alt'> & {
  order: number
}

export interface UploadTotals {
  sentBytes: number
  bytes: number
  bytesPerSecond: number
  /** Null while it can't be told. */
  secondsLeft: number | null
  isPaused: boolean
  /** The archive can't be reached; it goes on by itself. */
  isOffline: boolean
}

/** Calls while images are sent. What they return is awaited, so that the draft is stored first. */
export interface UploadEvents {
  /** The first attempt of an image begins: its fields stay as they are from now on. */
  onBegin(id: string): Promise<void>
  /** The server has answered. `scan` is 0 where it did not say the id. */
  onSent(id: string, scan: number): Promise<void>
}

export interface Uploads {
  $uploads: ReadableAtom<Readonly<Record<string, ImageUpload>>>
  $totals: ReadableAtom<UploadTotals>
  /** Sends images, three at a time. Resolves when each was sent or failed, or after `stop`, which leaves the rest in `failed`. */
  start(
    images: readonly UploadImage[],
    item: number,
    events?: Partial<UploadEvents>,
  ): Promise<{ sent: { id: string; scan: number }[]; failed: string[] }>
  /** Aborts what is under way; `resume` sends it again, with the same keys. */
  pause(): void
  resume(): void
  /** Sends failed images again while others are still under way; afterwards `start` does, with what is left. */
  retry(): void
  stop(): void
}
