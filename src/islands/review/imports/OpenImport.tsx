import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ImportDetails } from '#contract/imports.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { formatNumber, plural } from '#rules/names/record-names.ts'
import type { ChosenFile } from '#stores/review/imports/import-files.ts'
import { hasEffect, isBusy, nextStep, openQuestions } from '#stores/review/imports/import-steps.ts'
import { ActionLink } from '../../widgets/ActionLink.tsx'
import { Button, SmallButton, StrongButton } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { megabytes } from '../../widgets/megabytes.ts'
import { Waiting } from '../../widgets/RequestProblem.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { nothingDoneText } from '../messages.ts'
import { ColumnsStep, TablesStep } from './FoundSteps.tsx'
import { FilesStep } from './FilesStep.tsx'
import type { FoundProps, ImportParts, OpenParts } from './import-parts.ts'
import { TEXT, countsText } from './messages.ts'
import { NamesStep } from './NamesStep.tsx'
import { OutcomeStep } from './OutcomeStep.tsx'

interface Props {
  parts: ImportParts
  id: number
  /** What was dropped for it when it began. */
  first: readonly ChosenFile[]
}

/** An import on one page: its files, what is in them, what becomes of it, and what to do next. */
export function OpenImport({ parts, id, first }: Props) {
  const [open] = useState(() => parts.open(id))
  const { store } = open
  const loaded = useStore(store.$import)
  const { value: details, value: { findings, mapping } = {} } = loaded
  useEffect(() => open.start(first), [open, first])
  if (!details) return <Waiting className="list-note" resource={loaded} onRetry={store.load} />
  const found = findings && mapping && { open, details, findings, mapping }
  const isDone = details.state === 'done'
  return (
    <div className="import-page">
      <a href={STAFF_ADDRESS.imports}>All imports</a>
      <p className="import-name">{details.source}</p>
      <FormError text={details.state === 'failed' && details.error} />
      {found && isDone && <OutcomeStep {...found} />}
      {/* Another one when it is done: all of it is folded then. */}
      <fieldset key={`${isDone}`} className="import-steps" disabled={isBusy(details) || isDone}>
        <legend className="visually-hidden">{details.source}</legend>
        <FilesStep open={open} details={details} />
        {found && (
          <>
            <TablesStep {...found} />
            <ColumnsStep {...found} />
            <NamesStep {...found} />
          </>
        )}
      </fieldset>
      {found && !isDone && <OutcomeStep {...found} />}
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

/** What happens now, or what to do next: always one thing. */
function NextBar({ open: { store, files }, details }: Pick<FoundProps, 'open' | 'details'>) {
  const sending = useStore(files.$sending)
  const refusals = [useStore(store.$refusal), useStore(files.$refusal)]
  const bar = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  const step = nextStep(details)
  const isBusy = sending !== null || step === 'wait'
  // The button that was pressed is gone.
  useEffect(() => {
    if (wasPressed.current && document.activeElement === document.body) bar.current?.focus({ preventScroll: true })
    wasPressed.current = false
  }, [step, isBusy])
  const { sent = 0, bytes = 0, done = 0, count = 0, isWaiting = false } = sending ?? {}
  const sentText = `Sending: ${formatNumber(done)} of ${plural(count, 'file')}, ${megabytes(sent)} of ${megabytes(bytes)}.`
  const { text, act } = sending
    ? { text: `${sentText}${isWaiting ? ` ${TEXT.waiting}` : ''}`, act: <Button onClick={files.stop}>Stop</Button> }
    : STEPS[step](details, store)
  const part = sending ? sent / (bytes || 1) : details.progress?.part
  return (
    <div
      ref={bar}
      className="import-next"
      role="group"
      aria-label="What to do next"
      tabIndex={-1}
      onClick={() => (wasPressed.current = true)}
    >
      <FormError text={refusals.map((refusal) => refusal && nothingDoneText(refusal)).find(Boolean)} />
      {isBusy && <progress aria-label="Progress" {...(typeof part === 'number' && { value: part })} />}
      <p role="status">{text}</p>
      <p className="buttons">{act}</p>
    </div>
  )
}

const UNANSWERED =
  'select:has(> [value=""]:checked), [role="radiogroup"]:not(:has(:checked)) input, .import-problems input'
/** Leads to the first question or problem of a step, and opens it. */
const lead = (name: 'files' | 'tables' | 'columns' | 'names' | 'outcome', text: string) => (
  <ActionLink
    className="button strong"
    href={`#import-${name}`}
    act={() => {
      const step = document.getElementById(`import-${name}`) as HTMLDetailsElement
      step.open = true
      const first = step.querySelector<HTMLElement>(UNANSWERED) ?? step.querySelector('summary')
      first?.focus({ preventScroll: true })
      first?.scrollIntoView({ block: 'center' })
    }}
  >
    {text}
  </ActionLink>
)
const LEADS = {
  doubled: lead('tables', 'Look at the Tables'),
  dates: lead('columns', 'Look at the Dates'),
  names: lead('names', 'Look at the Names'),
}

type Next = (details: ImportDetails, store: OpenParts['store']) => { text: string; act: ReactNode }
const STEPS: Record<ReturnType<typeof nextStep>, Next> = {
  send: ({ files }) => ({
    text: files.length === 0 ? 'There are no files yet.' : 'Some files are missing.',
    act: lead('files', 'Look at the Files'),
  }),
  check: ({ findings }, { check }) => ({
    text: findings ? 'You changed something since the last look.' : 'The files are there.',
    act: <StrongButton onClick={() => void check()}>{findings ? 'Check Again' : 'Look What Is in Them'}</StrongButton>,
  }),
  wait: ({ state, progress }, { cancel }) => ({
    text: `${progress?.step ?? (state === 'running' ? 'Importing' : 'Looking through the files')}. ${TEXT.stays}`,
    act: <Button onClick={() => void cancel()}>Cancel</Button>,
  }),
  answer(details) {
    const questions = openQuestions(details)
    return { text: `${plural(questions.length, 'question')} for you.`, act: LEADS[questions[0]!.about] }
  },
  mend: ({ findings }) => ({
    text: `${plural(findings!.problem_count, 'problem')} to mend, or to leave out.`,
    act: lead('outcome', 'Look at the Problems'),
  }),
  run: ({ findings, status }, { run }) => ({
    text: `${countsText(findings!)}. New items are ${status === 'draft' ? 'drafts' : 'published'}.`,
    act: <StrongButton onClick={() => void run()}>Import</StrongButton>,
  }),
  done: ({ findings, operation, undone, status }) => ({
    text: undone ? 'This import was undone.' : `Imported: ${findings ? countsText(findings) : 'all'}.`,
    act: !undone && (!findings || hasEffect(findings)) && (
      <>
        <a className="button strong" href={status === 'draft' ? ADDRESS.review : ADDRESS.collection}>
          {status === 'draft' ? 'Review the Drafts' : 'See the Collection'}
        </a>
        <a className="button" href={`${STAFF_ADDRESS.undo}?id=${operation}`}>
          Undo This Import
        </a>
      </>
    ),
  }),
}
