import { useEffect, useState } from 'react'
import type { ImportDetails } from '#contract/imports.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import type { ChosenFile } from '#stores/review/imports/import-files.ts'
import { isBusy, nextStep } from '#stores/review/imports/import-steps.ts'
import { listen } from '#stores/shared/listen.ts'
import { SmallButton } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { Waiting } from '../../widgets/RequestProblem.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { nothingDoneText } from '../messages.ts'
import { ColumnsStep } from './ColumnsStep.tsx'
import { FilesStep } from './FilesStep.tsx'
import type { ImportParts } from './ImportPage.tsx'
import { TEXT } from './messages.ts'
import { NamesStep } from './NamesStep.tsx'
import { NextBar } from './NextBar.tsx'
import { OutcomeStep } from './OutcomeStep.tsx'
import { TablesStep } from './TablesStep.tsx'

export type OpenParts = ReturnType<ImportParts['open']>
/** Of steps that show what a check has found. */
export interface FoundProps {
  open: OpenParts
  details: ImportDetails
  findings: NonNullable<ImportDetails['findings']>
  mapping: NonNullable<ImportDetails['mapping']>
}

interface Props {
  parts: ImportParts
  id: number
  /** What was dropped for it when it began. */
  first: readonly ChosenFile[]
}

/** An import on one page: its files, what is in them, what becomes of it, and what to do next. */
export function OpenImport({ parts, id, first }: Props) {
  const [open] = useState(() => parts.open(id))
  const { store, files } = open
  const loaded = useStore(store.$import)
  const refusal = useStore(store.$refusal)
  const { value: details, value: { findings, mapping } = {} } = loaded
  async function send(chosen: readonly ChosenFile[]) {
    const isSent = await files.send(chosen, store.$import.get().value?.files ?? [], store.load)
    const { value } = store.$import.get()
    if (isSent && value && ['check', 'answer', 'mend', 'run'].includes(nextStep(value))) await store.check()
  }
  useEffect(() => {
    const endings = [
      store.start(),
      listen(document, 'visibilitychange', () => void (document.hidden ? store.flush() : store.load())),
      listen(window, 'beforeunload', (event: Event) => files.$sending.get() && event.preventDefault()),
      files.stop,
    ]
    if (first.length > 0) void send(first)
    return () => endings.forEach((end) => end())
    // What was dropped is sent once.
  }, [store])
  if (!details) return <Waiting className="list-note" resource={loaded} onRetry={store.load} />
  const found = findings && mapping && { open, details, findings, mapping }
  return (
    <div className="import-page">
      <a href={STAFF_ADDRESS.imports}>All imports</a>
      <p className="import-name">{details.source}</p>
      <FormError text={(refusal && nothingDoneText(refusal)) || (details.state === 'failed' && details.error)} />
      <fieldset className="import-steps" disabled={isBusy(details) || details.state === 'done'}>
        <legend className="visually-hidden">{details.source}</legend>
        <FilesStep open={open} details={details} onFiles={(chosen) => void send(chosen)} />
        {found && (
          <>
            <TablesStep {...found} />
            <ColumnsStep {...found} />
            <NamesStep {...found} />
          </>
        )}
      </fieldset>
      {found && <OutcomeStep {...found} />}
      <NextBar open={open} details={details} />
      {!isBusy(details) && (
        <details>
          <summary>Remove this import from the list</summary>
          <p>{TEXT.remove}</p>
          <SmallButton
            onClick={() => void store.remove().then((isGone) => isGone && location.assign(STAFF_ADDRESS.imports))}
          >
            Remove
          </SmallButton>
        </details>
      )}
    </div>
  )
}
