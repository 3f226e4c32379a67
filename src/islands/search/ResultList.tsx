import { useState } from 'react'
import { Chips } from '#components/browse/Chips.tsx'
import { Pager } from '#components/browse/Pager.tsx'
import { formatNumber } from '#rules/names/record-names.ts'
import type { SearchKind } from '#rules/search/search-kinds.ts'
import { searchText } from '#rules/search/search-text.ts'
import type { Found } from './found.ts'
import { KIND_NAME, KIND_NAMES, typeLabel } from './kind-names.ts'
import { markWords, type Piece } from './marks.ts'
import { writeRequest } from './request.ts'
import { PAGE_SIZE, type ResultPage, type ResultState } from './results.ts'
import { countResults, nothingFound } from './suggestions.ts'

/** What the status line says. */
export function resultLine({ phase, page }: ResultState): string {
  if (phase === 'loading') return 'Searching…'
  if (phase === 'failed') return 'The search index can’t be reached just now. Try again, or use one of the links below.'
  if (!page) return ''
  const { count, total, request, pages, unknown } = page
  if (total === 0)
    return `${nothingFound({ words: request.words, unknown })} Try fewer or other words, or one of the links below.`
  const from = (request.page - 1) * PAGE_SIZE + 1
  const range = pages > 1 ? `: ${formatNumber(from)} to ${formatNumber(Math.min(count, from + PAGE_SIZE - 1))}` : ''
  return `${countResults(count)}${range}`
}

interface Props {
  page: ResultPage
}

/** The filters, the results and the pager. Everything that leads on is a link with its own address. */
export function ResultList({ page }: Props) {
  const { request, found, pages } = page
  const pageAddress = (to: number) => (to >= 1 && to <= pages ? writeRequest({ ...request, page: to }) : '')
  return (
    <>
      <Filters page={page} />
      <h2 className="visually-hidden">Results</h2>
      <ol className="result-list">
        {found.map((each) => (
          <Result key={each.url} found={each} words={request.words} />
        ))}
      </ol>
      <Pager
        label="Pages"
        previous={pageAddress(request.page - 1)}
        next={pageAddress(request.page + 1)}
        text={`Page ${formatNumber(request.page)} of ${formatNumber(pages)}`}
      />
    </>
  )
}

function Filters({ page: { request, total, kinds, types } }: Props) {
  const all = { ...request, kind: '', type: '', page: 1 }
  const ofKind = kinds.map(({ value, count }) => ({
    href: writeRequest({ ...all, kind: value }),
    text: KIND_NAMES[value as SearchKind],
    count,
    isCurrent: request.kind === value,
  }))
  const ofType = types.map(({ value, count }) => ({
    // The chosen one leads back to all types.
    href: writeRequest({ ...all, kind: 'item', type: request.type === value ? '' : value }),
    text: typeLabel(value),
    count,
    isCurrent: request.type === value,
  }))
  return (
    <div className="results-filters">
      <nav aria-label="Kind">
        <Chips
          links={[
            { href: writeRequest(all), text: 'Everything', count: total, isCurrent: request.kind === '' },
            ...ofKind,
          ]}
        />
      </nav>
      {(types.length > 1 || request.type) && (
        <nav aria-label="Type of item">
          <Chips links={ofType} />
        </nav>
      )}
    </div>
  )
}

function Result({ found: { url, kind, title, type, years, excerpt, image }, words }: { found: Found; words: string }) {
  return (
    <li className="result">
      <div>
        <h3>
          <a href={url}>
            <Marked pieces={markWords(title, words)} />
          </a>
        </h3>
        <p className="meta figures">{[type || KIND_NAME[kind], years].filter(Boolean).join(' · ')}</p>
        {excerpt.length > 0 && (
          <p>
            <Marked pieces={excerpt} />
          </p>
        )}
      </div>
      {image && <ResultPicture src={image} url={url} />}
    </li>
  )
}

const Marked = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ text, marked }, at) => (marked ? <mark key={at}>{text}</mark> : text))

/** Beside the title's link the picture would be the same link again: it is there for the pointer alone. */
function ResultPicture({ src, url }: { src: string; url: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return null
  return (
    <a className="result-picture" href={url} tabIndex={-1} aria-hidden="true">
      <img src={src} alt="" loading="lazy" decoding="async" onError={() => setMissing(true)} />
    </a>
  )
}

/** What to search for instead when nothing was found: the words in better spelling, or those of several that are there one by one. */
export function OtherWords({ page: { request, unknown, correction } }: Props) {
  const { words } = request
  const isUnknown = (word: string) => unknown.some((each) => searchText(word).split(' ').includes(each))
  const single = [...new Set(words.split(/\s+/))].filter((word) => searchText(word).length > 2 && !isUnknown(word))
  const isUseful = single.length > 1 || unknown.length > 0
  return (
    <>
      <Searches label="Did you mean" searches={correction === '' ? [] : [correction]} />
      <Searches label="One word at a time" searches={isUseful ? single : []} />
    </>
  )
}

const Searches = ({ label, searches }: { label: string; searches: readonly string[] }) =>
  searches.length > 0 && (
    <nav className="results-filters" aria-label={label}>
      <p>{`${label}:`}</p>
      <Chips
        links={searches.map((words) => ({ href: writeRequest({ words, kind: '', type: '', page: 1 }), text: words }))}
      />
    </nav>
  )
