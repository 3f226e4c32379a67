import { useStore } from '@nanostores/react'
import { type CSSProperties, lazy, type ReactNode, Suspense, useRef } from 'react'
import { pagesOf, PAGING } from '#contract/limits.ts'
import { CollectionIcon } from './CollectionIcon.tsx'
import { LayoutToggle, SortSelect } from './ResultTools.tsx'
import { NoResults } from './NoResults.tsx'
import { ResultCards } from './ResultCard.tsx'
import { LoadProblem } from '../widgets/LoadProblem.tsx'
import { Pagination } from '../widgets/Pagination.tsx'
import { focusHeading, useFocusRestore, useInfoPending, useResultsCounter } from './result-hooks.ts'
import { useCollection } from './page-context.ts'
import { useChosenFilters } from './filter-hooks.ts'
import { MESSAGES, resultsText, shortenedText } from './messages.ts'
import { GalleryItem } from '#components/record/PrintLink.tsx'
import { contextRow } from '#views/local-contexts.ts'
import type { ResultCard } from '#views/result-card.ts'
import { Chip } from '../widgets/Chip.tsx'
import { CollectionBox } from '#components/browse/CollectionBox.tsx'
import type { Collection } from '#contract/collection.ts'
import type { Link } from '#rules/addresses/page-addresses.ts'
import { HIERARCHY_NAMES } from '#rules/names/record-names.ts'
import { ActionLink } from '../widgets/ActionLink.tsx'

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
          <span>Filters</span>
          {filters.length > 0 && ` (${filters.length})`}
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
      {state !== 'failed' && (layout !== 'map' || place) && (
        <Pagination
          label="Pages of results"
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
    return <LoadProblem className="results-failed" text={MESSAGES.failed} onRetry={stores.retry} />
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

/** Pictures in view at first, which load eagerly. */
const EAGER = 6

/** Results as a grid of pictures, with the others below them. */
const ResultGrid = ({ items }: { items: readonly ResultCard[] }) => (
  <>
    <ul className="gallery">
      {items
        .filter(({ picture }) => picture)
        .map((card, at) => (
          <GalleryItem
            key={card.id}
            item={{ ...card, title: card.heading, type: card.typeName }}
            eager={at < EAGER}
            style={shapeOf(card.picture)}
          />
        ))}
    </ul>
    <ResultCards cards={items.filter(({ picture }) => !picture)} />
  </>
)

/** Custom properties that reserve the picture's space in its row. */
const shapeOf = (picture: ResultCard['picture']): CSSProperties | undefined =>
  picture?.width && picture.height
    ? ({ '--ratio': picture.width / picture.height, '--width': `${picture.width}px` } as CSSProperties)
    : undefined

/** The active filters, each with a remove button, and "Clear all". `after` moves the focus away from the removed element. */
function ChosenFilters({ after }: { after: () => void }) {
  const { stores } = useCollection()
  const chosen = useChosenFilters()
  if (chosen.length === 0) return null
  return (
    <div className="chosen-all">
      <ul className="chosen" aria-label="Active filters">
        {chosen.map(({ key, kind, text, drop }) => (
          <Chip
            key={key}
            kind={kind}
            text={text}
            remove={() => {
              after()
              drop(stores)
            }}
          />
        ))}
      </ul>
      <button
        type="button"
        className="clear-all"
        onClick={() => {
          after()
          stores.reset()
        }}
      >
        Clear all
      </button>
    </div>
  )
}

/** The chosen collection. */
function InfoBox() {
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
      contexts={contextRow(collection)}
      parent={parent && linkTo(parent)}
      below={children.map(linkTo)}
      LinkTo={CollectionFilter}
    />
  )
}

function CollectionFilter({ id, href, text }: Link & { id: number }) {
  const { stores } = useCollection()
  return (
    <ActionLink href={href} act={() => stores.setCollection({ id, name: text })}>
      {text}
    </ActionLink>
  )
}
