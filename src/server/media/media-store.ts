import type { Readable } from 'node:stream'

/** What a store says about one file: its key, its bytes, and when it was put or last touched (milliseconds since 1970). */
export interface MediaEntry {
  key: string
  bytes: number
  modified: number
}

/**
 * Where pictures lie: originals and what was made from them. Keys are relative paths with `/`, made by our own code
 * (`originals/ab/<sha256>.jpg`), never by a visitor. A file under a key never changes once it is there.
 */
export interface MediaStore {
  /**
   * Puts a whole file: it is either there completely or not at all. Bytes that are there already are left alone. With `lasting` false a
   * power cut may lose it (an empty file under its name): for what can be made again.
   */
  put(key: string, content: Uint8Array, options?: { lasting: boolean }): Promise<void>
  /** Puts a lasting copy of a file on this machine. `ours`: nobody changes that file any more, so that a second name for it is copy enough. */
  putFile(key: string, path: string, options?: { ours: boolean }): Promise<void>
  /** Makes a file young again, so that no sweep takes it for a stray. False where there is none. */
  touch(key: string): Promise<boolean>
  /** What is said of one file, undefined where there is none. */
  entry(key: string): Promise<MediaEntry | undefined>
  /** Bytes of a file, undefined where there is none. */
  size(key: string): Promise<number | undefined>
  /** The whole file, undefined where there is none. */
  read(key: string): Promise<Uint8Array | undefined>
  /**
   * `length` bytes of a file from `offset` on, fewer where it ends before; undefined where there is none. In a store elsewhere this is one ranged
   * GET.
   */
  readPart(key: string, offset: number, length: number): Promise<Buffer | undefined>
  /** The file as a stream, undefined where there is none. */
  stream(key: string): Promise<Readable | undefined>
  /** Every file below a folder such as `originals`. */
  list(folder: string): AsyncIterable<MediaEntry>
  /** Removes a file; one that is not there is no error. */
  remove(key: string): Promise<void>
  /** Throws when the store cannot be written (the health call asks). */
  check(): Promise<void>
}
