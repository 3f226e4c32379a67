import { useEffect, useRef, type ReactNode } from 'react'
import type { ImportDetails } from '#contract/imports.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { formatNumber, plural } from '#rules/names/record-names.ts'
import { nextStep, openQuestions } from '#stores/review/imports/import-steps.ts'
import { Button, StrongButton } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { megabytes } from '../../widgets/megabytes.ts'
import { useStore } from '../../widgets/use-store.ts'
import { nothingDoneText } from '../messages.ts'
import { countsText, TEXT } from './messages.ts'
import type { FoundProps, OpenParts } from './OpenImport.tsx'

/** What happens now, or what to do next: always one thing. */
export function NextBar({ open: { store, files }, details }: Pick<FoundProps, 'open' | 'details'>) {
  const sending = useStore(files.$sending)
  const refusal = useStore(files.$refusal)
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
  const [text, buttons] = sending
    ? [`${sentText}${isWaiting ? ` ${TEXT.waiting}` : ''}`, <Button onClick={files.stop}>Stop</Button>]
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
      <FormError text={refusal && nothingDoneText(refusal)} />
      {isBusy && <progress aria-label="Progress" {...(typeof part === 'number' && { value: part })} />}
      <p role="status">{text}</p>
      <p className="buttons">{buttons}</p>
    </div>
  )
}

/** Leads to a step, and opens it. */
const lead = (name: 'files' | 'tables' | 'columns' | 'names' | 'outcome', text: string) => (
  <a
    className="button strong"
    href={`#import-${name}`}
    onClick={() => {
      const step = document.getElementById(`import-${name}`) as HTMLDetailsElement
      step.open = true
      step.querySelector('summary')?.focus()
    }}
  >
    {text}
  </a>
)
const LEADS = { dates: lead('columns', 'Look at the Dates'), names: lead('names', 'Look at the Names') }

type Next = (details: ImportDetails, store: OpenParts['store']) => [text: string, buttons: ReactNode]
const STEPS: Record<ReturnType<typeof nextStep>, Next> = {
  send: ({ files }) => [
    files.length === 0 ? 'There are no files yet.' : 'Some files are missing.',
    lead('files', 'Look at the Files'),
  ],
  check: ({ findings }, store) => [
    findings ? 'You changed something since the last look.' : 'The files are there.',
    <StrongButton onClick={() => void store.check()}>{findings ? 'Check Again' : 'Look What Is in Them'}</StrongButton>,
  ],
  wait: ({ state, progress }, store) => [
    `${progress?.step ?? (state === 'running' ? 'Importing' : 'Looking through the files')}. ${TEXT.stays}`,
    <Button onClick={() => void store.cancel()}>Cancel</Button>,
  ],
  answer(details) {
    const questions = openQuestions(details)
    return [`${plural(questions.length, 'question')} for you.`, LEADS[questions[0]!.about]]
  },
  mend: ({ findings }) => [
    `${plural(findings!.problem_count, 'problem')} to mend, or to leave out.`,
    lead('outcome', 'Look at the Problems'),
  ],
  run: ({ findings, status }, store) => [
    `${countsText(findings!)}. New items are ${status === 'draft' ? 'drafts' : 'published'}.`,
    <StrongButton onClick={() => void store.run()}>Import</StrongButton>,
  ],
  done: ({ findings, operation, undone, status }) => [
    undone ? 'This import was undone.' : `Imported: ${findings ? countsText(findings) : 'all'}.`,
    !undone && (
      <>
        <a className="button strong" href={status === 'draft' ? ADDRESS.review : ADDRESS.collection}>
          {status === 'draft' ? 'Review the Drafts' : 'See the Collection'}
        </a>
        <a className="button" href={`${STAFF_ADDRESS.undo}?id=${operation}`}>
          Undo This Import
        </a>
      </>
    ),
  ],
}
