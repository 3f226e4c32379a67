import { useStore } from '@nanostores/react'
import { CollectionBox } from '#components/browse/CollectionBox.tsx'
import type { Collection } from '#contract/collection.ts'
import type { Link } from '#rules/addresses/page-addresses.ts'
import { HIERARCHY_NAMES } from '#rules/names/record-names.ts'
import { FilterLink } from './FilterLink.tsx'
import { useCollection } from './page-context.ts'

/** The chosen collection. */
export function InfoBox() {
  const { stores } = useCollection()
  const info = useStore(stores.$info)
  if (!info) return null
  const { collection, parent, children } = info
  const linkTo = ({ id, collection_name: name, hierarchy }: Collection) => ({
    id,
    href: stores.hrefOf({ collection: { id, name } }),
    text: name,
    hierarchy: HIERARCHY_NAMES[hierarchy],
  })
  const own = linkTo(collection)
  return (
    <CollectionBox
      name={<CollectionFilter {...own} />}
      hierarchy={own.hierarchy}
      text={collection.collection_description}
      parent={parent && linkTo(parent)}
      below={children.map(linkTo)}
      LinkTo={CollectionFilter}
    />
  )
}

function CollectionFilter({ id, href, text }: Link & { id: number }) {
  const { stores } = useCollection()
  return (
    <FilterLink href={href} choose={() => stores.setCollection({ id, name: text })}>
      {text}
    </FilterLink>
  )
}
