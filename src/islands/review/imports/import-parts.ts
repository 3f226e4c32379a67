import { createSessionClientOf } from '#client/session-client.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { importCalls } from '#contract/endpoints/imports.ts'
import type { ImportCallName } from '#contract/endpoints.ts'
import type { ImportDetails } from '#contract/imports.ts'
import { newId } from '#stores/add-item/browser-deps.ts'
import { type ChosenFile, createImportFiles } from '#stores/review/imports/import-files.ts'
import { nextStep } from '#stores/review/imports/import-steps.ts'
import { createOpenImport } from '#stores/review/imports/open-import.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { listen } from '#stores/shared/listen.ts'
import { resource } from '#stores/shared/resource.ts'
import type { PageAuth } from '../../account/page-auth.ts'
import { saveBlob } from '../../behaviours/save-file.ts'

/** Milliseconds: a part of a file may take long, and so does reading a large table. */
const TIMEOUT = 10 * 60_000

/** What the screens work with. */
export function createParts({ auth: { withSession }, session, client: { base } }: PageAuth) {
  const calls = { ...baseCalls, ...importCalls }
  const client = createSessionClientOf<ImportCallName>(calls, { base, tokens: session, timeout: TIMEOUT })
  const { address, schedule } = browserDeps(window)
  const isVisible = () => !document.hidden
  const deps = { client, withSession, schedule, isVisible, newId: () => newId(crypto) }
  return {
    ...{ client, withSession, address },
    list: resource((signal) => withSession(() => client.call('imports', { signal }))),
    open(id: number) {
      const store = createOpenImport(deps, id)
      /** A link would send no token. */
      const save = (what: 'problems' | 'cells') =>
        store.act(async () => {
          // It renews the token.
          await client.call('import', { path: { id } })
          const headers = { authorization: `JWT ${session.access()}` }
          const answer = await fetch(client.address('importFile', { path: { id }, query: { what } }), { headers })
          if (!answer.ok) throw new Error(String(answer.status))
          saveBlob(await answer.blob(), what === 'cells' ? 'cells.csv' : 'problems.xlsx')
        })
      const files = createImportFiles(deps, id)
      /** Looks what is in them when all are there. */
      async function send(chosen: readonly ChosenFile[]): Promise<void> {
        const isSent = await files.send(chosen, store.$import.get().value?.files ?? [], store.load)
        const { value } = store.$import.get()
        if (isSent && value && ['check', 'answer', 'mend', 'run'].includes(nextStep(value))) await store.check()
      }
      /** @param first what was dropped for it when it began */
      function start(first: readonly ChosenFile[]) {
        const endings = [
          store.start(),
          listen(document, 'visibilitychange', () => void (document.hidden ? store.flush() : store.load())),
          listen(window, 'beforeunload', (event: Event) => files.$sending.get() && event.preventDefault()),
          files.stop,
        ]
        if (first.length > 0) void send(first)
        return () => endings.forEach((end) => end())
      }
      return { store, files, save, send, start }
    },
  }
}
export type ImportParts = ReturnType<typeof createParts>

export type OpenParts = ReturnType<ImportParts['open']>
/** Of steps that show what a check has found. */
export interface FoundProps {
  open: OpenParts
  details: ImportDetails
  findings: NonNullable<ImportDetails['findings']>
  mapping: NonNullable<ImportDetails['mapping']>
}
