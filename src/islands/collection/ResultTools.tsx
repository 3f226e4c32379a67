import { useStore } from '@nanostores/react'
import type { Sort } from '#contract/item.ts'
import type { Layout } from '#stores/collection/collection-stores.ts'
import { CollectionIcon } from './CollectionIcon.tsx'
import { useOwnServer } from './filter-hooks.ts'
import { useCollection } from './page-context.ts'
import { Toggle } from './Toggle.tsx'

const LAYOUTS = [
  ['list', 'List'],
  ['grid', 'Pictures'],
  ['map', 'Map'],
] as const satisfies [Layout, string][]

/** Shows the results as a list, as pictures, or on a small map. */
export function LayoutToggle() {
  const { stores } = useCollection()
  return (
    <Toggle
      legend="Show the results as"
      name="layout"
      className="layouts"
      value={useStore(stores.$layout)}
      onChoose={stores.setLayout}
      choices={LAYOUTS.map(([layout, name]) => [
        layout,
        <>
          <CollectionIcon name={layout} />
          <span>{name}</span>
        </>,
      ])}
    />
  )
}

const ORDERS: readonly (readonly [Sort, string])[] = [
  ['relevance', 'Best match'],
  ['pictures', 'Pictures first'],
  ['date', 'Date'],
  ['title', 'Title'],
  ['added', 'Recently added'],
]

/** Our server sorts, and the last build by pictures and date: until there is an answer the room is kept, so that nothing jumps. Without words there is no best match. */
export function SortSelect() {
  const { stores } = useCollection()
  const { search, place } = useStore(stores.$filters)
  const sort = useStore(stores.$sort)
  const isOwn = useOwnServer()
  const isBuilt = useStore(stores.$results).source === 'snapshot'
  const layout = useStore(stores.$layout)
  if (layout === 'map' && !place) return null
  const orders = ORDERS.slice(search.trim() === '' ? 1 : 0, isBuilt ? 3 : undefined)
  const [usual] = orders[0]!
  return (
    <label className="sort" inert={!isOwn && !isBuilt}>
      <span>Sort by </span>
      <select
        value={orders.some(([order]) => order === sort) ? sort! : usual}
        onChange={({ currentTarget: { value } }) => stores.setSort(value === usual ? null : (value as Sort))}
      >
        {orders.map(([order, name]) => (
          <option key={order} value={order}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
