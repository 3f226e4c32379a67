import { useEffect, useRef, type ReactNode } from 'react'
import type { ImportDetails } from '#contract/imports.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { formatNumber, plural } from '#rules/names/record-names.ts'
import type { SendingFiles } from '#stores/review/imports/import-files.ts'
import { nameQuestions, nextStep, openQuestions } from '#stores/review/imports/import-steps.ts'
import { Button, StrongButton } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { megabytes } from '../../widgets/megabytes.ts'
import { useStore } from '../../widgets/use-store.ts'
import { nothingDoneText } from '../messages.ts'
import { countsText, TEXT } from './messages.ts'
import type { OpenParts } from './OpenImport.tsx'

/** What happens now, or what to do next: always one thing. */
export function NextBar({ open: { store, files }, details }: { open: OpenParts; details: ImportDetails }) {
  const sending = useStore(files.$sending)
  const refusal = useStore(files.$refusal)
  const bar = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  const step = sending ? 'sending' : nextStep(details)
  // The button that was pressed is gone.
  useEffect(() => {
    if (wasPressed.current && document.activeElement === document.body) bar.current?.focus({ preventScroll: true })
    wasPressed.current = false
  }, [step])
  const [text, buttons] = sending
    ? [sendingText(sending), <Button onClick={files.stop}>Stop</Button>]
    : STEPS[nextStep(details)](details, store)
  const part = sending ? sending.sent / (sending.bytes || 1) : details.progress?.part
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
      {['sending', 'wait'].includes(step) && (
        <progress aria-label="Progress" {...(typeof part === 'number' && { value: part })} />
      )}
      <p role="status">{text}</p>
      <p className="buttons">{buttons}</p>
    </div>
  )
}

const sendingText = ({ done, count, sent, bytes, isWaiting }: SendingFiles): string =>
  `Sending: ${formatNumber(done)} of ${plural(count, 'file')}, ${megabytes(sent)} of ${megabytes(bytes)}.${isWaiting ? TEXT.waiting : ''}`

/** Leads to a step, and opens it. */
const lead = (id: string, text: string) => (
  <a
    className="button strong"
    href={`#${id}`}
    onClick={() => {
      const step = document.getElementById(id) as HTMLDetailsElement
      step.open = true
      step.querySelector('summary')?.focus()
    }}
  >
    {text}
  </a>
)

const STEPS: Record<
  ReturnType<typeof nextStep>,
  (details: ImportDetails, store: OpenParts['store']) => [text: string, buttons: ReactNode]
> = {
  send: ({ files }) => [
    files.length === 0 ? 'There are no files yet.' : 'Some files are missing.',
    lead('import-files', 'Look at the Files'),
  ],
  check: ({ findings }, store) => [
    findings ? 'You changed something since the last look.' : 'The files are there.',
    <StrongButton onClick={() => void store.check()}>{findings ? 'Check Again' : 'Look What Is in Them'}</StrongButton>,
  ],
  wait: ({ state, progress }, store) => [
    `${progress?.step ?? (state === 'running' ? 'Importing' : 'Looking through the files')}. ${TEXT.stays}`,
    <Button onClick={() => void store.cancel()}>Cancel</Button>,
  ],
  answer: (details) => {
    const questions = openQuestions(details)
    const isNames = nameQuestions(questions).length === questions.length
    return [
      `${plural(questions.length, 'question')} for you.`,
      isNames ? lead('import-names', 'Look at the Names') : lead('import-columns', 'Look at the Dates'),
    ]
  },
  mend: ({ findings }) => [
    `${plural(findings!.problem_count, 'problem')} to mend, or to leave out.`,
    lead('import-outcome', 'Look at the Problems'),
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
        {operation !== null && (
          <a className="button" href={`${STAFF_ADDRESS.undo}?id=${operation}`}>
            Undo This Import
          </a>
        )}
      </>
    ),
  ],
}
