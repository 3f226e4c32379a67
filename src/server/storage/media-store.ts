import type { Readable } from 'node:stream'
import type { Trash, TrashReason, TrashEntry } from './trash.ts'

/** A file in a store: its key, its size in bytes, and when it was put or last touched (milliseconds since 1970). */
export interface MediaEntry {
  key: string
  bytes: number
  modified: number
}

/** Storage for originals and derivatives. Keys are relative paths made by our code, never by a visitor. A file under a key never changes. */
export interface MediaStore {
  /** Writes a file atomically, unless the key exists. With `durable` false a power cut may leave an empty file: for files that can be made again. */
  put(key: string, content: Uint8Array, options?: { durable: boolean }): Promise<void>
  /** Copies a local file durably. `immutable`: nobody changes the source any more, so a hard link will do. */
  putFile(key: string, path: string, options?: { immutable: boolean }): Promise<void>
  /** Updates the modification time, so that no sweep takes the file for an orphan. False where it is missing. */
  touch(key: string): Promise<boolean>
  /** Undefined where the file is missing, as in the calls below. */
  entry(key: string): Promise<MediaEntry | undefined>
  /** Size in bytes. */
  size(key: string): Promise<number | undefined>
  /** The whole content. */
  read(key: string): Promise<Uint8Array | undefined>
  /** `length` bytes from `offset` on, fewer at the end of the file. In an object store this is one ranged GET. */
  readPart(key: string, offset: number, length: number): Promise<Buffer | undefined>
  /** @param range first and last byte; without it, all of the file. */
  stream(key: string, range?: readonly [start: number, end: number]): Promise<Readable | undefined>
  /** All files below a folder such as `originals`. */
  list(folder: string): AsyncIterable<MediaEntry>
  /** SHA-256 in hexadecimal. */
  sha256(key: string): Promise<string | undefined>
  /** Removes a file that can be made again or was never finished. A missing file is no error. @throws for an original. */
  remove(key: string): Promise<void>
  /** Undoes a failed `putFile`: removes the copy while `source` is there, else moves it to the trash. The caller has checked that no row names it. */
  undoPut(key: string, source: string, reason: TrashReason): Promise<void>
  /** Moves an original to the trash; undefined where it is missing. */
  moveToTrash(key: string, reason: TrashReason): Promise<TrashEntry | undefined>
  trash: Trash
  /** True where other machines use the same store: what takes long to make is then stored there too. */
  shared: boolean
  /** Makes originals readable by their owner only. Returns how many files and folders others could read; `dryRun` only counts. */
  restrictToOwner(options?: { dryRun?: boolean }): Promise<number>
  /** Throws when the store can't be read or written (for the health call). */
  check(): Promise<void>
}
