import left from 'lucide-static/icons/chevron-left.svg?raw'
import right from 'lucide-static/icons/chevron-right.svg?raw'
import { Drawing, paths } from '#islands/widgets/Icon.tsx'
import type { PersonCard } from '#rules/person-cards.ts'
import { SHOWN_AT_ONCE, shownWords } from './people-viewer.ts'

interface Props {
  people: readonly PersonCard[]
  /** Said when there is nobody. */
  empty?: string
  /** True for the page's own person: shown, not linked. */
  self?: boolean
}

/** Cards of people in a family tree: portrait or the unknown person, name, years. */
export function PersonCards({ people, empty, self = false }: Props) {
  return (
    <ul className={self ? 'people self' : 'people'}>
      {people.map((person, at) => (
        <li key={at} className="person">
          <Portrait picture={person.picture} />
          <div>
            {self ? (
              <strong className="person-name">{person.text}</strong>
            ) : (
              <a className="person-name" href={person.href}>
                {person.text}
              </a>
            )}
            {person.years && <span className="meta">{person.years}</span>}
            {person.note && <span className="meta">{person.note}</span>}
          </div>
        </li>
      ))}
      {people.length === 0 && <li className="nobody">{empty}</li>}
    </ul>
  )
}

const Portrait = ({ picture }: Pick<PersonCard, 'picture'>) =>
  picture ? (
    <img
      src={picture.src}
      width={picture.width ?? undefined}
      height={picture.height ?? undefined}
      alt=""
      loading="lazy"
      decoding="async"
    />
  ) : (
    <img className="unknown" src="/pictures/unknown-person.svg" width={64} height={80} alt="" loading="lazy" />
  )

/** Spec §2 "siblings viewer", "spouse viewer": a few at once, the others by Previous and Next. Where no script runs all of them are seen. */
export function PeopleViewer({ of, people, empty }: Omit<Props, 'self'> & { of: keyof typeof SHOWN_AT_ONCE }) {
  const most = SHOWN_AT_ONCE[of]
  if (people.length <= most) return <PersonCards people={people} empty={empty} />
  return (
    <div className="people-viewer" data-most={most}>
      <PersonCards people={people} />
      <div className="people-turner">
        <button
          type="button"
          className="off"
          aria-label={`Previous ${of}`}
          aria-disabled="true"
          data-live="parts"
          data-by="-1"
        >
          <Drawing lines={paths(left)} />
        </button>
        <span className="figures" role="status">
          {shownWords(0, people.length, most)}
        </span>
        <button type="button" aria-label={`Next ${of}`} data-live="parts" data-by="1">
          <Drawing lines={paths(right)} />
        </button>
      </div>
    </div>
  )
}
