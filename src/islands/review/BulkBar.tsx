import { useState } from 'react'
import { nameText } from '#stores/review/record-names.ts'
import { SmallButton } from '../widgets/Button.tsx'
import { useStore } from '../widgets/use-store.ts'
import { BulkDialog, type BulkStep } from './BulkDialog.tsx'
import { useDesk } from './desk-context.ts'
import { BULK, countOfDrafts } from './messages.ts'

const STEPS: readonly BulkStep[] = ['publish', 'return', 'discard']

/** Chooses the page, and takes steps on what is chosen. */
export function BulkBar() {
  const { desk } = useDesk()
  const chosen = useStore(desk.bulk.$chosen)
  const { entries } = useStore(desk.$queue)
  const { state } = useStore(desk.$filters)
  const [step, setStep] = useState<BulkStep>()
  const isWhole = entries.every((entry) => chosen.has(nameText(entry)))
  return (
    <div className="desk-bulk row">
      <label className="desk-check">
        <input
          type="checkbox"
          checked={isWhole}
          ref={(box) => {
            if (box) box.indeterminate = chosen.size > 0 && !isWhole
          }}
          onChange={() => desk.bulk.choosePage(!isWhole)}
        />
        <span>{chosen.size === 0 ? 'Choose this page' : `${countOfDrafts(chosen.size)} chosen`}</span>
      </label>
      {chosen.size > 0 && state !== 'discarded' && state !== 'hidden' && (
        <div className="buttons">
          {STEPS.map((each) => (
            <SmallButton key={each} onClick={() => setStep(each)}>
              {BULK[each].name}
            </SmallButton>
          ))}
        </div>
      )}
      {step && (
        <BulkDialog
          step={step}
          onClose={() => {
            setStep(undefined)
            desk.bulk.dismiss()
          }}
        />
      )}
    </div>
  )
}
