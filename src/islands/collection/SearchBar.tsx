import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { BigSearchForm } from '#components/search/BigSearchForm.tsx'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { CollectionIcon } from './CollectionIcon.tsx'
import { useCollection } from './page-context.ts'

/** Spec §2: the search bar, with Add Item or Log In. Without script it is a form that loads this page. */
export function SearchBar() {
  const { stores } = useCollection()
  const { search } = useStore(stores.$filters)
  const loggedIn = useStore(stores.$loggedIn)
  const [typed, setTyped] = useState<string | null>(null)
  const [seen, setSeen] = useState(search)
  // The search was changed elsewhere (a link, a chip, Back): the box follows. Typed spaces stay.
  if (search !== seen) {
    setSeen(search)
    if (typed !== null && typed.trim() !== search.trim()) setTyped(null)
  }
  const text = typed ?? search
  return (
    <div className="search-bar">
      <BigSearchForm
        id="collection-search"
        action={ADDRESS.collection}
        name="Items"
        label="Search the items"
        placeholder="harbour, wedding, mill…"
        maxLength={SEARCH_MINIMUM.maximum}
        value={text}
        onChange={(text) => {
          setTyped(text)
          stores.search(text)
        }}
        onSubmit={() => stores.search(text, true)}
      />
      {loggedIn ? (
        <a className="button" href={ADDRESS.addItem}>
          <CollectionIcon name="plus" />
          Add Item
        </a>
      ) : (
        <a className="button" href={ADDRESS.login}>
          Log In
        </a>
      )}
    </div>
  )
}
