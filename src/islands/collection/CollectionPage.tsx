import { useStore } from '@nanostores/react'
import { useCallback, useId, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Icon } from '#components/Icon.tsx'
import { ModalDialog } from '../widgets/ModalDialog.tsx'
import { useEarlyInput } from '../widgets/use-early-input.ts'
import { Filters } from './Filters.tsx'
import { Notices } from './Notices.tsx'
import { Results } from './Results.tsx'
import { SearchBar } from './SearchBar.tsx'
import { createCollectionPage, startCollection } from './collection-page.ts'
import { CollectionContext, useCollection, type FirstResults } from './page-context.ts'
import { useChosenFilters } from './filter-hooks.ts'
import { resultsText } from './messages.ts'

/** As in styles/collection-page.css and collection-filters.css: without room for two columns the filters open as a sheet. */
const NARROW = '(width < 60rem)'

function watchWidth(changed: () => void) {
  const narrow = matchMedia(NARROW)
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

interface Props {
  apiBase: string
  first: FirstResults
  /** The cards of the static page. */
  cards?: ReactNode
}

/** Island. Spec §2 "Collection page": filters left, results right. */
export default function CollectionPage({ apiBase, first, cards }: Props) {
  const [state] = useState(() => createCollectionPage({ apiBase, first }))
  const [open, setOpen] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  const narrow = useSyncExternalStore(
    watchWidth,
    () => matchMedia(NARROW).matches,
    () => false,
  )
  const start = useCallback(() => startCollection(state), [state])
  useEarlyInput(page, start)
  return (
    <CollectionContext value={state}>
      <div className="collection-live" id="collection-live" ref={page}>
        <SearchBar />
        <Notices />
        <div className="collection-columns">
          {!narrow && (
            <section className="refine" aria-labelledby="refine-title">
              <h2 id="refine-title">Refine Your Search</h2>
              <Filters />
            </section>
          )}
          <Results firstCards={cards} openFilters={() => setOpen(true)} />
        </div>
        {narrow && open && <FilterSheet close={() => setOpen(false)} />}
      </div>
    </CollectionContext>
  )
}

/** The filters on a phone, with the number of results at the bottom. */
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
