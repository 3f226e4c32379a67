import type { ComponentType, ReactNode } from 'react'
import type { Link } from '#rules/addresses/page-addresses.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import { LinkedText } from '#components/LinkedText.tsx'
import { CatalogueRow } from '#components/record/CatalogueRecord.tsx'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import type { RecordRow } from '#views/catalogue-record.ts'

/** With more children than this, they are laid out in columns. */
const MANY = 12

interface Props<To extends Link> {
  name: ReactNode
  hierarchy: string
  text: string
  contexts: RecordRow
  parent: To | null
  /** Not `children`: Astro takes a prop of that name for the content of an element. */
  below: readonly (To & { hierarchy: string; count?: number })[]
  /** On the collection page, links set a filter. */
  LinkTo?: ComponentType<To>
}

/** Spec §2 "Collection info box". */
export const CollectionBox = <To extends Link>(box: Props<To>) => {
  const { name, hierarchy, text, contexts, parent, below, LinkTo = PlainLink } = box
  return (
    <dl className="catalogue info-box">
      <Row term="Name">{name}</Row>
      <Row term="Hierarchy">{hierarchy}</Row>
      {text && (
        <Row term="Description" className="prose">
          <LinkedText text={text} />
        </Row>
      )}
      {contexts.values.length > 0 && <CatalogueRow {...contexts} />}
      {parent && (
        <Row term="Parent collection">
          <LinkTo {...parent} />
        </Row>
      )}
      {below.length > 0 && (
        <Row term="Child collections">
          <ul className={below.length > MANY ? 'child-list many' : 'child-list'}>
            {below.map((child) => (
              <li key={child.href}>
                <LinkTo {...child} />{' '}
                <span className="meta">
                  {child.count ? `${child.hierarchy}, ${formatNumber(child.count)}` : child.hierarchy}
                </span>
              </li>
            ))}
          </ul>
        </Row>
      )}
    </dl>
  )
}

const PlainLink = ({ href, text }: Link) => <a href={href}>{text}</a>

const Row = ({ term, className, children }: { term: string; className?: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd className={className} lang={className && TEXT_LANGUAGE}>
      {children}
    </dd>
  </div>
)
