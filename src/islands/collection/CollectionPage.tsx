import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from '../widgets/Icon.tsx'
import { ModalDialog } from '../widgets/ModalDialog.tsx'
import { Filters } from './Filters.tsx'
import { Notices } from './Notices.tsx'
import { Results } from './Results.tsx'
import { SearchBar } from './SearchBar.tsx'
import { CollectionContext, useCollection, type CollectionParts } from './stores-context.ts'
import { useChosenFilters } from './use-chosen-filters.ts'
import { resultsText } from './words.ts'

/** As in styles/collection-page.css and collection-filters.css: where there is no room for two columns the filters open as a sheet. */
const NARROW = '(width < 60rem)'

function watchWidth(changed: () => void) {
  const narrow = matchMedia(NARROW)
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** Spec §2 "Collection page": filters left, results right. */
export function CollectionPage({ onDrawn, ...parts }: CollectionParts & { onDrawn?: () => void }) {
  const [open, setOpen] = useState(false)
  const narrow = useSyncExternalStore(
    watchWidth,
    () => matchMedia(NARROW).matches,
    () => false,
  )
  useEffect(() => onDrawn?.(), [onDrawn])
  return (
    <CollectionContext value={parts}>
      <SearchBar />
      <Notices />
      <div className="collection-columns">
        {!narrow && (
          <section className="refine" aria-labelledby="refine-title">
            <h2 id="refine-title">Refine Your Search</h2>
            <Filters />
          </section>
        )}
        <Results openFilters={() => setOpen(true)} />
      </div>
      {narrow && open && <FilterSheet close={() => setOpen(false)} />}
    </CollectionContext>
  )
}

/** The filters of a phone; what they find is told at its foot. */
function FilterSheet({ close }: { close: () => void }) {
  const { stores } = useCollection()
  const { count } = useStore(stores.$results)
  const chosen = useChosenFilters()
  const show = useRef<HTMLButtonElement>(null)
  const title = useId()
  return (
    <ModalDialog className="filter-sheet" labelledBy={title} onClose={close}>
      <div className="filter-sheet-head">
        <h2 id={title}>Refine Your Search</h2>
        <button type="button" className="round-button" aria-label="Close the filters" onClick={close}>
          <Icon name="cross" />
        </button>
      </div>
      <div className="filter-sheet-body">
        <Filters />
      </div>
      <div className="filter-sheet-foot">
        <button ref={show} type="button" className="button strong" onClick={close}>
          {count === null ? 'Show results' : `Show ${resultsText(count)}`}
        </button>
        {chosen.length > 0 && (
          <button
            type="button"
            className="clear-all"
            onClick={() => {
              stores.reset()
              show.current?.focus()
            }}
          >
            Clear all
          </button>
        )}
      </div>
    </ModalDialog>
  )
}
