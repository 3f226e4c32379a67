import type { ReactNode } from 'react'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import type { Section } from '#stores/add-item/add-item-stores.ts'
import { SECTION_NAMES } from './messages.ts'
import { goTo } from './start-moves.ts'
import { useWizard } from './wizard-context.ts'
import { Button, StrongButton } from '../widgets/Button.tsx'
import { useStorePart } from '../widgets/use-store.ts'

/** The sections of the chosen type. */
export function useSections(): readonly Section[] {
  const names = useStorePart(useWizard().stores.$progress, (all) => all.map(({ section }) => section).join(' '))
  return names.split(' ') as Section[]
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
          <Button onClick={() => goTo(stores, previous)}>Back</Button>
        ) : (
          <a className="button" href={ADDRESS.collection}>
            Back
          </a>
        )}
        {last}
        {next && <StrongButton onClick={() => goTo(stores, next)}>Next</StrongButton>}
      </div>
    </section>
  )
}
