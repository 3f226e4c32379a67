import type { ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { ItemDate, ListPicture } from '#components/record/PrintLink.tsx'
import type { ResultCard as Card } from '#views/result-card.ts'
import { ActionLink } from '../widgets/ActionLink.tsx'
import { useCollection } from './page-context.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'

/** Pictures in view at first, which load eagerly. */
const EAGER = 3
/** Names of one kind on a card; the item's page has them all. */
const MOST_NAMES = 6

export const ResultCards = ({ cards }: { cards: readonly Card[] }) => (
  <ol className="cards">
    {cards.map((card, at) => (
      <ResultCard key={card.id} card={card} eager={at < EAGER} />
    ))}
  </ol>
)

interface Props {
  card: Card
  /** In view at first. */
  eager: boolean
}

/** Spec §2 "Item card": every field is a link; a subject, the type and the collection become filters. */
function ResultCard({ card, eager }: Props) {
  const { stores } = useCollection()
  const { subjects } = useStore(stores.$filters)
  const { href, heading, type, typeName, date, description, found, place, people, organizations, collection } = card
  return (
    <li className="card">
      <CardPicture card={card} eager={eager} />
      <div className="card-text">
        <h3>
          <a href={href} lang={TEXT_LANGUAGE}>
            {heading}
          </a>
        </h3>
        <p className="meta">
          <ItemDate date={date} />
          <ActionLink href={stores.hrefOf({ type })} act={() => stores.setType(type)}>
            {typeName}
          </ActionLink>
          {place && <a href={place.href}>{place.text}</a>}
        </p>
        {description !== '' && (
          <p className="card-description" lang={TEXT_LANGUAGE}>
            {description}
          </p>
        )}
        {found && (
          <p className="card-description" lang={TEXT_LANGUAGE}>
            <a href={href + found.place}>
              {found.label + found.before}
              <mark>{found.match}</mark>
              {found.after}
            </a>
          </p>
        )}
        <dl>
          <Names term="People" more={href} names={people.map(plainLink)} />
          <Names
            term="Subjects"
            more={href}
            names={card.subjects.map(({ id, text }) => {
              const isChosen = subjects.some((tag) => tag.id === id)
              return (
                <ActionLink
                  key={id}
                  href={stores.hrefOf({ subjects: isChosen ? subjects : [...subjects, { id, name: text }] })}
                  aria-current={isChosen || undefined}
                  act={() => void stores.addTag('subjects', { id, name: text })}
                >
                  {text}
                </ActionLink>
              )
            })}
          />
          <Names term="Organizations" more={href} names={organizations.map(plainLink)} />
          {collection && (
            <Names
              term="Collection"
              more={href}
              names={[
                <ActionLink
                  key={collection.id}
                  href={stores.hrefOf({ collection: { id: collection.id, name: collection.text } })}
                  act={() => stores.setCollection({ id: collection.id, name: collection.text })}
                >
                  {collection.text}
                </ActionLink>,
              ]}
            />
          )}
        </dl>
      </div>
    </li>
  )
}

const plainLink = ({ href, text }: { href: string; text: string }) => (
  <a key={href} href={href}>
    {text}
  </a>
)

function Names({ term, names, more }: { term: string; names: readonly ReactNode[]; more: string }) {
  if (names.length === 0) return null
  const rest = names.length - MOST_NAMES
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <ul>
          {names.slice(0, MOST_NAMES).map((name, at) => (
            <li key={at}>{name}</li>
          ))}
          {rest > 0 && (
            <li>
              <a href={more}>and {formatNumber(rest)} more</a>
            </li>
          )}
        </ul>
      </dd>
    </div>
  )
}

/** For the pointer only: the heading is the same link. */
function CardPicture({ card: { href, picture, scans }, eager }: Props) {
  if (!picture) return null
  return (
    <a className="card-picture" href={href} tabIndex={-1} aria-hidden="true">
      <ListPicture className={picture.width ? undefined : 'unsized'} picture={picture} eager={eager} />
      {scans > 1 && <span className="scans figures">{formatNumber(scans)}</span>}
    </a>
  )
}
