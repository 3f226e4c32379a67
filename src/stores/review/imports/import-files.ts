import { atom } from 'nanostores'
import type { ImportCallName } from '#contract/endpoints.ts'
import type { ImportDetails } from '#contract/imports.ts'
import { LIST, UPLOAD } from '#contract/limits.ts'
import { isTable } from '#rules/import/file-kinds.ts'
import type { SessionDeps } from '../../shared/deps.ts'
import { action } from '../../shared/resource.ts'
import { type PartsDeps, sendInParts } from '../../shared/send-parts.ts'
import { refusalOf } from '../send-step.ts'

/** A file that was chosen or dropped; `path` as in its folder, with `/`. */
export interface ChosenFile {
  path: string
  file: File
}
/** How much of what was chosen is there. `isWaiting`: for the connection, or because the archive asked to. */
export interface SendingFiles extends Record<'count' | 'done' | 'bytes' | 'sent', number> {
  isWaiting: boolean
}

/** “catalogue 2026” of the first spreadsheet, or of the first table or file. */
export function guessSource(files: readonly ChosenFile[]): string {
  const isSheet = ({ path }: ChosenFile) => /\.(?:csv|tsv|xlsx|ods)$/i.test(path)
  const { path } = files.find(isSheet) ?? files.find((each) => isTable(each.path)) ?? files[0]!
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]*$/, '')
    .replaceAll('_', ' ')
}

const describe = ({ path, file }: ChosenFile) => ({ path, bytes: file.size, modified: file.lastModified })

/** Sends the files of an import, several at once. After a cut it goes on by itself; after a reload, when the same files are chosen again. */
export function createImportFiles(
  { client, withSession, ...deps }: SessionDeps<ImportCallName> & PartsDeps,
  id: number,
) {
  const $sending = atom<SendingFiles | null>(null)
  /** Why a file was not taken, by path. */
  const $refused = atom<ReadonlyMap<string, string>>(new Map())
  const sends = action(refusalOf)
  let stopped = new AbortController()

  async function sendAll(files: readonly ChosenFile[], { signal }: AbortController): Promise<void> {
    const sent = new Map<ChosenFile, number>()
    const left = [...files]
    const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
    let done = 0
    const show = (isWaiting = false) => {
      const all = [...sent.values()].reduce((sum, each) => sum + each, 0)
      if (!signal.aborted) $sending.set({ count: files.length, done, bytes, sent: all, isWaiting })
    }
    async function sendOne(chosen: ChosenFile): Promise<void> {
      const { path, file } = chosen
      const sending = {
        ...{ file, signal, fields: { path } },
        send: (part: object) => withSession(() => client.call('sendImportPart', { path: { id }, ...part })),
        isDone: ({ received }: { received: number }) => received >= file.size,
        onProgress: (now: number, isWaiting: boolean) => (sent.set(chosen, now), show(isWaiting)),
      }
      await sendInParts(sending, deps).catch((problem: unknown) => {
        const refusal = refusalOf(problem)
        if (signal.aborted || refusal.why !== 'refused') throw problem
        $refused.set(new Map([...$refused.get(), [path, refusal.text]]))
      })
      sent.set(chosen, file.size)
      done += 1
      show()
    }
    async function sendNext(): Promise<void> {
      for (let next = left.shift(); next; next = left.shift()) await sendOne(next)
    }
    show()
    // Announced first, so that it is known what is missing if the tab is closed.
    for (let at = 0; at < files.length; at += LIST.names) {
      const body = { files: files.slice(at, at + LIST.names).map(describe) }
      await withSession(() => client.call('changeImport', { path: { id }, body }))
    }
    await Promise.all(Array.from({ length: UPLOAD.atOnce }, sendNext))
  }

  return {
    $sending,
    $refused,
    $refusal: sends.$refusal,
    /** True if all of them are there. What is there already is not sent again. `onSent` tells what is there now. */
    async send(
      chosen: readonly ChosenFile[],
      there: ImportDetails['files'],
      onSent: () => Promise<void>,
    ): Promise<boolean> {
      if ($sending.get()) return false
      const whole = new Set(there.map((each) => [each.path, each.received, each.modified].join(' ')))
      const files = chosen.filter(({ path, file }) => !whole.has([path, file.size, file.lastModified].join(' ')))
      const own = (stopped = new AbortController())
      $refused.set(new Map())
      const isDone = await sends.run(() => sendAll(files, own))
      if (own.signal.aborted) sends.clear()
      // The others end, too.
      own.abort()
      await onSent()
      $sending.set(null)
      return isDone && $refused.get().size === 0
    },
    /** What was sent stays. */
    stop: () => stopped.abort(),
  }
}
