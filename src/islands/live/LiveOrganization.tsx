import { EMPTY } from '#contract/messages.ts'
import { PartsOfOrganization } from '#islands/parts/RecordParts.tsx'
import { loadOrganization } from './load-organization.ts'
import { Fresh, Loading } from './Notes.tsx'
import type { LiveProps } from './record.ts'
import { useOverview } from './use-overview.ts'

/** An organization that was published after the last build, as components/OrganizationRecord.astro shows those of the build. */
export function LiveOrganization(props: LiveProps) {
  const organization = useOverview(loadOrganization, props)
  if (!organization) return <Loading />
  const { name, altnames, years, text } = organization
  return (
    <article>
      <header className="page-head">
        <p className="kicker">Organization</p>
        <h1 className={name.length > 60 ? 'long' : undefined}>{name}</h1>
        {altnames.length > 0 && <p className="aka">{altnames.join(', ')}</p>}
        {years && <p className="years">{years}</p>}
      </header>
      <p className={text ? 'prose' : 'empty'}>{text || EMPTY.organizationDescription}</p>
      <PartsOfOrganization parts={organization} api={props.api} />
      <Fresh />
    </article>
  )
}
