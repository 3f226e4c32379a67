import left from 'lucide-static/icons/chevron-left.svg?raw'
import right from 'lucide-static/icons/chevron-right.svg?raw'
import '#styles/family-tree.css'
import '#styles/family-tree-drawn.css'
import { EMPTY } from '#contract/messages.ts'
import { type FamilyView, PAGE_SIZES, rangeLabel, type PersonCard } from '#views/family.ts'
import { HeadingAt, type Level } from '#components/HeadingAt.tsx'
import { Drawing, paths } from '#components/Icon.tsx'

interface Props {
  people: readonly PersonCard[]
  /** Shown if there is nobody. */
  empty?: string
  /** The page's own person: not a link. */
  self?: boolean
}

/** Cards of people in a family tree: portrait or the unknown person, name, years. */
function PersonCards({ people, empty, self = false }: Props) {
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
            {person.home && <span className="meta">{`Lived at ${person.home}`}</span>}
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
function PeopleViewer({ of, people, empty }: Omit<Props, 'self'> & { of: keyof typeof PAGE_SIZES }) {
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

/**
 * Nested lists: parents, in them the person's own generation, in it the children. styles/family-tree.css draws them as a tree, and
 * islands/behaviours/family-tree.ts adds arrow keys, announced by a hint on keyboard focus.
 */
export function FamilyTree({ self, parents, siblings, spouses, children, level = 2 }: FamilyView & { level?: Level }) {
  const Below = `h${level + 1}` as 'h3'
  return (
    <section className="part family" aria-labelledby="family">
      <div className="family-head">
        <HeadingAt level={level} id="family">
          Family
        </HeadingAt>
        <p className="tree-hint meta">Move with the arrow keys.</p>
      </div>
      <family-tree>
        <ul className="tree">
          <li className="parents">
            <Below>Parents</Below>
            <PersonCards people={parents} empty={EMPTY.parents} />
            <ul className="generation middle">
              <li className="siblings">
                <Below>Siblings</Below>
                <PeopleViewer of="siblings" people={siblings} empty={EMPTY.siblings} />
              </li>
              <li className="own">
                <PersonCards people={[self]} self />
                <div className="spouses">
                  <Below>{spouses.length > 1 ? 'Spouses' : 'Spouse'}</Below>
                  <PeopleViewer of="spouses" people={spouses} empty={EMPTY.spouse} />
                </div>
                <ul className="generation">
                  <li className="children">
                    <Below>Children</Below>
                    <PersonCards people={children} empty={EMPTY.children} />
                  </li>
                </ul>
              </li>
            </ul>
          </li>
        </ul>
      </family-tree>
    </section>
  )
}
