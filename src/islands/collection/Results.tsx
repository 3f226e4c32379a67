import { useStore } from '@nanostores/react'
import { lazy, Suspense, useRef, type ReactNode } from 'react'
import { PAGING, pagesOf } from '#contract/limits.ts'
import { ChosenFilters } from './ChosenFilters.tsx'
import { CollectionIcon } from './CollectionIcon.tsx'
import { InfoBox } from './InfoBox.tsx'
import { LayoutToggle, SortSelect } from './ResultTools.tsx'
import { NoResults } from './NoResults.tsx'
import { ResultCards } from './ResultCard.tsx'
import { ResultGrid } from './ResultGrid.tsx'
import { Pagination } from '../widgets/Pagination.tsx'
import { focusHeading, useInfoPending, useFocusRestore, useResultsCounter } from './result-hooks.ts'
import { useCollection } from './page-context.ts'
import { useChosenFilters } from './filter-hooks.ts'
import { MESSAGES, resultsText, shortenedText } from './messages.ts'

const ResultMap = lazy(() => import('./ResultMap.tsx').then((module) => ({ default: module.ResultMap })))

interface Props {
  /** The cards of the static page, shown until the first answer. */
  firstCards: ReactNode
  openFilters: () => void
}

/** Spec §2: "N results", the result list, Previous and Next. Old results stay until new ones arrive. */
export function Results({ firstCards, openFilters }: Props) {
  const { stores, first } = useCollection()
  const results = useStore(stores.$results)
  const layout = useStore(stores.$layout)
  const { place } = useStore(stores.$filters)
  const filters = useChosenFilters()
  const head = useRef<HTMLHeadingElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { state } = results
  // No answer yet, and the search is what the static page shows.
  const isFirst = results.count === null && results.page === 1 && layout === 'list' && filters.length === 0
  const count = results.count ?? (isFirst ? first.count : null)
  const pages = isFirst ? pagesOf(first.count, PAGING.collection) : results.pages
  const heading = count !== null ? resultsText(count) : state === 'failed' ? 'Results' : 'Loading...'
  const shortened = shortenedText(results)
  const waits = useInfoPending()
  useResultsCounter(box, results)
  useFocusRestore(box, head, results)
  return (
    <section className="results-side" aria-label="Results">
      <div className="results-head">
        <h2 ref={head} id="results" tabIndex={-1}>
          {heading}
        </h2>
        <p className="visually-hidden" role="status">
          {state === 'ready' ? `${heading}${shortened && `. ${shortened}`}` : ''}
        </p>
        <button type="button" className="button open-filters" aria-haspopup="dialog" onClick={openFilters}>
          <CollectionIcon name="filters" />
          Filters{filters.length > 0 && ` (${filters.length})`}
        </button>
        <SortSelect />
        <LayoutToggle />
      </div>
      <ChosenFilters after={() => head.current?.focus({ preventScroll: true })} />
      {shortened && <p className="shortened">{shortened}</p>}
      <InfoBox />
      <div
        ref={box}
        className="results-body"
        data-layout={layout}
        data-waits={waits || undefined}
        aria-busy={state === 'loading'}
      >
        <ResultsBody firstCards={isFirst && firstCards} toHead={() => focusHeading(head)} />
      </div>
      {state !== 'failed' && (layout !== 'map' || place) && pages > 1 && (
        <Pagination
          className="pagination"
          label="Pages of results"
          button="button"
          page={results.page}
          pages={pages}
          goTo={(to) => {
            stores.goToPage(to)
            focusHeading(head)
          }}
        />
      )}
    </section>
  )
}

function ResultsBody({ firstCards, toHead }: { firstCards: ReactNode; toHead: () => void }) {
  const { stores } = useCollection()
  const { state, count, items } = useStore(stores.$results)
  const { place } = useStore(stores.$filters)
  const layout = useStore(stores.$layout)
  if (state === 'failed') {
    return (
      <div className="results-failed" role="alert">
        <p>{MESSAGES.failed}</p>
        <button type="button" className="button" onClick={stores.retry}>
          Try again
        </button>
      </div>
    )
  }
  if (count === 0) return <NoResults after={toHead} />
  if (layout === 'map') {
    return (
      <Suspense fallback={<p className="empty results-map-wait">Loading...</p>}>
        <ResultMap />
        {place && <ResultCards cards={items} />}
      </Suspense>
    )
  }
  if (firstCards) return firstCards
  if (layout === 'grid') return <ResultGrid items={items} />
  return <ResultCards cards={items} />
}
