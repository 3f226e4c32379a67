import { useStore } from '@nanostores/react'
import { lazy, Suspense, useRef } from 'react'
import { PAGING, pagesOf } from '#contract/limits.ts'
import { ChosenFilters } from './ChosenFilters.tsx'
import { CollectionIcon } from './CollectionIcon.tsx'
import { InfoBox } from './InfoBox.tsx'
import { LayoutToggle } from './LayoutToggle.tsx'
import { NoResults } from './NoResults.tsx'
import { EAGER, ResultCard } from './ResultCard.tsx'
import { ResultGrid } from './ResultGrid.tsx'
import { Turner } from './Turner.tsx'
import { goToHead, useAwaitedInfo, useKeptFocus, useShownMark } from './result-hooks.ts'
import { useCollection } from './stores-context.ts'
import { useChosenFilters } from './use-chosen-filters.ts'
import { WORDS, resultsText } from './words.ts'

const ResultMap = lazy(() => import('./ResultMap.tsx').then((module) => ({ default: module.ResultMap })))

/** Spec §2: "N results", the result list, Previous and Next; what is shown stays until something newer is there. */
export function Results({ openFilters }: { openFilters: () => void }) {
  const { stores, first } = useCollection()
  const results = useStore(stores.$results)
  const layout = useStore(stores.$layout)
  const filters = useChosenFilters()
  const head = useRef<HTMLHeadingElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { state } = results
  const html = results.count === null ? (first?.html ?? null) : null
  const count = results.count ?? (html === null ? null : first!.count)
  const pages = html === null ? results.pages : pagesOf(first!.count, PAGING.collection)
  const told = count !== null ? resultsText(count) : state === 'failed' ? 'Results' : 'Loading...'
  const waits = useAwaitedInfo()
  useShownMark(box, results)
  useKeptFocus(box, head, results)
  return (
    <section className="results-side" aria-label="Results">
      <div className="results-head">
        <h2 ref={head} tabIndex={-1}>
          {told}
        </h2>
        <p className="visually-hidden" role="status">
          {state === 'ready' ? told : ''}
        </p>
        <button type="button" className="button open-filters" aria-haspopup="dialog" onClick={openFilters}>
          <CollectionIcon name="filters" />
          Filters{filters.length > 0 && ` (${filters.length})`}
        </button>
        <LayoutToggle />
      </div>
      <ChosenFilters after={() => head.current?.focus({ preventScroll: true })} />
      <InfoBox />
      <div
        ref={box}
        className="results-body"
        data-layout={layout}
        data-waits={waits || undefined}
        aria-busy={state === 'loading'}
      >
        <ResultsBody html={html} toHead={() => goToHead(head)} />
      </div>
      {state !== 'failed' && layout !== 'map' && pages > 1 && (
        <Turner
          page={results.page}
          pages={pages}
          turn={(to) => {
            stores.turn(to)
            goToHead(head)
          }}
        />
      )}
    </section>
  )
}

/** `html` are the first results as the static page has them, until others come. */
function ResultsBody({ html, toHead }: { html: string | null; toHead: () => void }) {
  const { stores } = useCollection()
  const { state, count, items } = useStore(stores.$results)
  const layout = useStore(stores.$layout)
  if (state === 'failed') {
    return (
      <div className="results-failed" role="alert">
        <p>{WORDS.failed}</p>
        <button type="button" className="button" onClick={stores.again}>
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
      </Suspense>
    )
  }
  if (html !== null) return <ol className="cards" dangerouslySetInnerHTML={{ __html: html }} />
  if (layout === 'grid') return <ResultGrid items={items} />
  return (
    <ol className="cards">
      {items.map((card, at) => (
        <ResultCard key={card.id} card={card} eager={at < EAGER} />
      ))}
    </ol>
  )
}
