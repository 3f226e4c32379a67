/** Drafts and their files on this device. Every method rejects when the browser refuses storage (`whyNotSaved`). */
export interface DraftStorage {
  /** All stored drafts as they are, of every account and format. */
  all(): Promise<unknown[]>
  read(id: string): Promise<unknown>
  /**
   * Changes a stored draft in one transaction, so that tabs don't overwrite each other: `change` gets what is stored and returns what to
   * store, or undefined to leave it. Resolves with what `change` returned.
   */
  update<Kept extends { id: string }>(
    id: string,
    change: (stored: unknown) => Kept | undefined,
  ): Promise<Kept | undefined>
  /** Removes a draft with its files. */
  remove(id: string): Promise<void>
  /** Stores a copy. Rejects with NotReadableError or NotFoundError when the file was moved or removed since it was chosen. */
  saveFile(draft: string, id: string, file: File): Promise<void>
  readFile(id: string): Promise<File | undefined>
  removeFile(id: string): Promise<void>
  /** Removes old files of a draft that it does not name, such as images that were removed from it. */
  removeUnusedFiles(draft: string, used: ReadonlySet<string>): Promise<void>
  /** Bytes that are left; undefined where the browser does not say. Also asks it once to keep the data (`navigator.storage.persist`). */
  room(): Promise<number | undefined>
  /** Calls `work` with the id of a draft that another tab changed or removed. Returns a function that stops it. */
  onChange(work: (id: string) => void): () => void
}
