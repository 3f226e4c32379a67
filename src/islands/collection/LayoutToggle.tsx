import { useStore } from '@nanostores/react'
import { LAYOUTS, type Layout } from '#stores/collection/collection-stores.ts'
import { CollectionIcon } from './CollectionIcon.tsx'
import { useCollection } from './page-context.ts'

const NAMES: Record<Layout, string> = { list: 'List', grid: 'Pictures', map: 'Map' }

/** Shows the results as a list, as pictures, or on a small map. */
export function LayoutToggle() {
  const { stores } = useCollection()
  const layout = useStore(stores.$layout)
  return (
    <fieldset className="toggle layouts">
      <legend className="visually-hidden">Show the results as</legend>
      {LAYOUTS.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="layout"
            value={each}
            checked={layout === each}
            onChange={() => stores.setLayout(each)}
          />
          <span>
            <CollectionIcon name={each} />
            <span>{NAMES[each]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
