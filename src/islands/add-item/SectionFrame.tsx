import { useCallback, useSyncExternalStore, type ReactNode } from 'react'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import type { Section } from '#stores/add-item/add-item-stores.ts'
import { SECTION_NAMES } from './messages.ts'
import { reveal } from './start-moves.ts'
import { useWizard } from './wizard-context.ts'
import { Button, StrongButton } from '../widgets/Button.tsx'

/** The sections of the chosen type. */
export function useSections(): readonly Section[] {
  const { $progress } = useWizard().stores
  const read = useCallback(
    () =>
      $progress
        .get()
        .map(({ section }) => section)
        .join(' '),
    [$progress],
  )
  return useSyncExternalStore($progress.listen, read).split(' ') as Section[]
}

interface Props {
  section: Section
  lead?: ReactNode
  /** Instead of Next. */
  last?: ReactNode
  children: ReactNode
}

/** A section of the wizard with its Back and Next (spec §2). */
export function SectionFrame({ section, lead, last, children }: Props) {
  const { stores } = useWizard()
  const sections = useSections()
  const at = sections.indexOf(section)
  const id = `section-${section}`
  const goTo = (section: Section) => {
    stores.goTo(section)
    // Also when scrolling has made it the current one already.
    reveal(section)
  }
  const [previous, next] = [sections[at - 1], sections[at + 1]]
  return (
    <section className="wizard-section" data-section={section} aria-labelledby={id}>
      <header>
        <p className="kicker figures">
          Step {at + 1}
          {sections.length > 1 && ` of ${sections.length}`}
        </p>
        <h2 id={id} tabIndex={-1}>
          {SECTION_NAMES[section]}
        </h2>
        {lead && <p className="section-lead">{lead}</p>}
      </header>
      <div className="wizard-fields">{children}</div>
      <div className="buttons wizard-steps">
        {previous ? (
          <Button onClick={() => goTo(previous)}>Back</Button>
        ) : (
          <a className="button" href={ADDRESS.collection}>
            Back
          </a>
        )}
        {last}
        {next && <StrongButton onClick={() => goTo(next)}>Next</StrongButton>}
      </div>
    </section>
  )
}
