import left from 'lucide-static/icons/chevron-left.svg?raw'
import right from 'lucide-static/icons/chevron-right.svg?raw'
import { Drawing, paths } from '#components/Icon.tsx'
import { PAGE_SIZES, rangeLabel, type PersonCard } from '#views/family.ts'

interface Props {
  people: readonly PersonCard[]
  /** Shown if there is nobody. */
  empty?: string
  /** The page's own person: not a link. */
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
      {people.length === 0 && <li className="empty">{empty}</li>}
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

/** Spec §2 "siblings viewer", "spouse viewer": a few at a time with Previous and Next; all of them without scripts. */
export function PeopleViewer({ of, people, empty }: Omit<Props, 'self'> & { of: keyof typeof PAGE_SIZES }) {
  const most = PAGE_SIZES[of]
  if (people.length <= most) return <PersonCards people={people} empty={empty} />
  return (
    <people-viewer class="people-viewer" data-most={most}>
      <PersonCards people={people} />
      <div className="people-pagination">
        <button type="button" aria-label={`Previous ${of}`} aria-disabled="true" data-live="parts" data-by="-1">
          <Drawing lines={paths(left)} />
        </button>
        <span className="figures" role="status">
          {rangeLabel(0, people.length, most)}
        </span>
        <button type="button" aria-label={`Next ${of}`} data-live="parts" data-by="1">
          <Drawing lines={paths(right)} />
        </button>
      </div>
    </people-viewer>
  )
}
