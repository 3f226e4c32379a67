import { useId } from 'react'
import check from 'lucide-static/icons/check.svg?raw'
import { Drawing, Icon, paths } from '#components/Icon.tsx'
import type { SectionProgress } from '#stores/add-item/add-item-stores.ts'
import { useStore } from '../widgets/use-store.ts'
import { SaveNote } from './SaveNote.tsx'
import { SECTION_NAMES } from './messages.ts'
import { goTo } from './start-moves.ts'
import { useWizard } from './wizard-context.ts'

const CHECK = paths(check)

/** Beside the sections, above them on a phone: which of them are complete, and what is missing. */
export function Progress() {
  const { stores } = useWizard()
  const id = useId()
  const progress = useStore(stores.$progress)
  const current = useStore(stores.$section)
  // Nothing is wrong before somebody tried to submit: it is only not there yet.
  const isTried = Object.keys(useStore(stores.$errors)).length > 0
  const at = progress.findIndex(({ section }) => section === current)
  return (
    <nav className="wizard-progress" aria-labelledby={id}>
      <h2 id={id}>Your progress</h2>
      <p className="progress-now" aria-hidden="true">
        <strong>{SECTION_NAMES[current]}</strong>
        <span className="figures">{`${at + 1} of ${progress.length}`}</span>
      </p>
      <ol>
        {progress.map((each, number) => (
          <li key={each.section}>
            <a
              href={`#section-${each.section}`}
              aria-current={each.section === current ? 'step' : undefined}
              onClick={(event) => {
                event.preventDefault()
                goTo(stores, each.section)
              }}
            >
              <Mark
                section={each.section}
                isComplete={each.isComplete}
                isBlocking={isTried && each.refused.length > 0}
                number={number + 1}
              />
              <span className="progress-name">{SECTION_NAMES[each.section]}</span>
              <span className="progress-missing">{stateText(each)}</span>
            </a>
          </li>
        ))}
      </ol>
      <SaveNote />
    </nav>
  )
}

function stateText({ section, isComplete, refused, missing }: SectionProgress): string {
  if (section === 'review') return refused.length > 0 ? 'Not ready yet.' : 'Ready to submit.'
  if (!isComplete) return missing.join(' ')
  return section === 'archival' ? 'Optional.' : 'Complete.'
}

function Mark({
  section,
  isComplete,
  isBlocking,
  number,
}: Pick<SectionProgress, 'section' | 'isComplete'> & { isBlocking: boolean; number: number }) {
  const state = section === 'review' ? 'open' : isComplete ? 'complete' : isBlocking ? 'blocking' : 'open'
  return (
    <span className="progress-mark figures" data-state={state} aria-hidden="true">
      {state === 'complete' ? <Drawing lines={CHECK} /> : state === 'blocking' ? <Icon name="warning" /> : number}
    </span>
  )
}
