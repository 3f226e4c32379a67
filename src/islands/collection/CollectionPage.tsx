import { useStore } from '@nanostores/react'
import { type ReactNode, useCallback, useId, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from '#components/Icon.tsx'
import { ModalDialog } from '../widgets/ModalDialog.tsx'
import { useEarlyInput } from '../widgets/use-early-input.ts'
import { Filters } from './Filters.tsx'
import { Results } from './Results.tsx'
import { createCollectionPage, startCollection } from './collection-page.ts'
import { CollectionContext, type FirstResults, useCollection } from './page-context.ts'
import { useChosenFilters } from './filter-hooks.ts'
import { MESSAGES, resultsText } from './messages.ts'
import { Note } from '../widgets/Note.tsx'
import { BigSearchForm } from '#components/search/BigSearchForm.tsx'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { isAlone } from '#client/edition.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { listen } from '#stores/shared/listen.ts'
import { CollectionIcon } from './CollectionIcon.tsx'

/** As in styles/collection-page.css and collection-filters.css: without room for two columns the filters open as a sheet. */
const NARROW = '(width < 60rem)'

const watchWidth = (changed: () => void) => listen(matchMedia(NARROW), 'change', changed)

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

const watchOnline = (changed: () => void) => listen(window, ['online', 'offline'], changed)

const NOTE = {
  className: 'notice',
  next: () => document.querySelector<HTMLElement>('.results-head h2'),
}

/** Dismissible notes: the archive is away, or a part of the address could not be read. */
function Notices() {
  const { stores } = useCollection()
  // When the last build is unreachable too, the results show the error.
  const failed = useStore(stores.$results).state === 'failed'
  const away = useStore(stores.$away) && !failed && !isAlone
  const nonsense = useStore(stores.$unreadable)
  const online = useSyncExternalStore(
    watchOnline,
    () => navigator.onLine,
    () => true,
  )
  const [dismissed, setDismissed] = useState(false)
  if (dismissed && !away) setDismissed(false)
  return (
    <div className="notices" role="status">
      {away && !dismissed && (
        <Note {...NOTE} text={online ? MESSAGES.away : MESSAGES.offline} onClose={() => setDismissed(true)} />
      )}
      {nonsense && <Note {...NOTE} text={MESSAGES.nonsense} onClose={stores.dismissNotice} />}
    </div>
  )
}

/** Spec §2: the search bar, with Add Item or Log In. Without script it is a form that loads this page. */
function SearchBar() {
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
