import { useStore } from '@nanostores/react'
import type { Collection } from '#contract/collection.ts'
import { HIERARCHY_NAMES } from '#rules/names/record-names.ts'
import { FilterLink } from './FilterLink.tsx'
import { useCollection } from './page-context.ts'

/** With more children than this, they are laid out in columns. */
const MANY = 12

/** Spec §2 "Collection info box" of the chosen collection. Same markup as components/browse/CollectionBox.astro. */
export function InfoBox() {
  const { stores } = useCollection()
  const info = useStore(stores.$info)
  if (!info) return null
  const { collection, parent, children } = info
  return (
    <dl className="info-box">
      <div>
        <dt>Name</dt>
        <dd>
          <CollectionLink collection={collection} />
        </dd>
      </div>
      <div>
        <dt>Hierarchy</dt>
        <dd>{HIERARCHY_NAMES[collection.hierarchy]}</dd>
      </div>
      {collection.collection_description && (
        <div>
          <dt>Description</dt>
          <dd className="prose">{collection.collection_description}</dd>
        </div>
      )}
      {parent && (
        <div>
          <dt>Parent collection</dt>
          <dd>
            <CollectionLink collection={parent} />
          </dd>
        </div>
      )}
      {children.length > 0 && (
        <div>
          <dt>Child collections</dt>
          <dd>
            <ul className={children.length > MANY ? 'child-list many' : 'child-list'}>
              {children.map((child) => (
                <li key={child.id}>
                  <CollectionLink collection={child} /> <span className="meta">{HIERARCHY_NAMES[child.hierarchy]}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  )
}

function CollectionLink({ collection: { id, collection_name: name } }: { collection: Collection }) {
  const { stores } = useCollection()
  return (
    <FilterLink href={stores.hrefOf({ collection: { id, name } })} choose={() => stores.setCollection({ id, name })}>
      {name}
    </FilterLink>
  )
}
