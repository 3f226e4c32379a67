import { EMPTY } from '#contract/messages.ts'
import { PartsOfPerson } from '#islands/parts/RecordParts.tsx'
import { loadPerson } from './load-person.ts'
import { Fresh, Loading } from './Notes.tsx'
import { Matted, Rows } from './RecordCard.tsx'
import type { LiveProps } from './record.ts'
import { useOverview } from './use-overview.ts'

/** A person who was published after the last build, as components/PersonRecord.astro shows those of the build. */
export function LivePerson(props: LiveProps) {
  const person = useOverview(loadPerson, props)
  if (!person) return <Loading />
  const { name, years, portrait, biography, facts } = person
  return (
    <article>
      <div className="person-head">
        <figure className={portrait ? undefined : 'mat unknown'}>
          {portrait ? (
            <Matted picture={{ ...portrait, alt: `Portrait of ${name}` }} number={1} />
          ) : (
            <img src="/pictures/unknown-person.svg" width={176} height={220} alt="No portrait of this person" />
          )}
        </figure>
        <div className="person-text">
          <h1 className={name.length > 60 ? 'long' : undefined}>{name}</h1>
          {years && <p className="years">{years}</p>}
          <p className={biography ? 'prose biography' : 'empty biography'}>{biography || EMPTY.biography}</p>
          {facts.length > 0 && <Rows rows={facts} />}
        </div>
      </div>
      <PartsOfPerson parts={person} api={props.api} />
      <Fresh />
    </article>
  )
}
