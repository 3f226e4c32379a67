import type { Picture } from '#server/scans/inspect-picture.ts'
import { storeOriginal } from '#server/scans/originals.ts'
import { originalKey } from '#server/storage/keys.ts'
import type { MediaStore } from '#server/storage/media-store.ts'

/** Stores the original of an inspected picture. */
export const storePicture = (media: MediaStore, { sha256, format, bytes }: Picture, path: string): Promise<boolean> =>
  storeOriginal(media, { key: originalKey(sha256, format), bytes }, path)
