import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { SearchEverything } from '#components/search/BigSearchForm.tsx'
import { listen } from '#stores/shared/listen.ts'
import { isPlainClick } from '../widgets/plain-click.ts'
import { useEarlyInput } from '../widgets/use-early-input.ts'
import { openSearch } from './api-engine.ts'
import { readRequest, writeRequest } from './request.ts'
import { OtherWords, resultLine, ResultList } from './ResultList.tsx'
import { createResults, PAGE_SIZE, type ResultState } from './results.ts'

const NOTHING: ResultState = { phase: 'empty', request: readRequest('') }
/** A longer heading is set smaller, as on the pages of records. */
const LONG_HEADING = 90

interface Props {
  siteName: string
  /** Base URL of the API. */
  api: string
  /** What is offered where there are no results: the ways into the archive. */
  children?: ReactNode
}

/** Island: the results page. Its address says what is shown, so that Back, Forward and a shared link show the same. */
export default function SearchPage({ siteName, api, children }: Props) {
  const [state, setState] = useState(NOTHING)
  const [results] = useState(() =>
    createResults(
      openSearch(api, PAGE_SIZE, () => import('./texts.ts')),
      setState,
    ),
  )
  /** What is being typed; null while the box shows what was searched for. */
  const [typed, setTyped] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  /** True from a click on a link, or the sending of the form, until its results are drawn. */
  const isMoving = useRef(false)
  const { phase, request, page } = state
  const { words } = request

  const show = useCallback(() => {
    isMoving.current = false
    setTyped(null)
    void results.show(readRequest(location.search))
  }, [results])
  useEarlyInput(root, show)
  useEffect(() => listen(window, 'popstate', show), [show])

  useEffect(() => {
    const page = request.page > 1 ? `, page ${request.page}` : ''
    document.title = `${words && `“${words}”${page} – `}Search – ${siteName}`
  }, [words, request.page, siteName])
  useEffect(() => {
    const input = document.forms.namedItem('search')?.elements.namedItem('q')
    if (input instanceof HTMLInputElement && document.activeElement !== input) input.value = words
  }, [words])

  // New results begin at the top, and the focus moves to them.
  useLayoutEffect(() => {
    if (!isMoving.current || state.phase === 'loading') return
    isMoving.current = false
    scrollTo({ top: 0 })
    heading.current!.focus({ preventScroll: true })
  }, [state])

  const go = (address: string) => {
    history.pushState(null, '', address)
    show()
    isMoving.current = true
  }
  /** Links to other results are answered here, without loading the page again. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlainClick(event) || new URL(link.href).pathname !== location.pathname) return
    event.preventDefault()
    go(link.href)
  }

  const title = words ? `Search for “${words}”` : 'Search'
  return (
    <div
      className="search-page"
      ref={root}
      data-found={(page && page.total > 0) || undefined}
      aria-busy={phase === 'loading'}
    >
      <header className="browse-head">
        <h1 ref={heading} tabIndex={-1} className={title.length > LONG_HEADING ? 'long' : undefined}>
          {title}
        </h1>
      </header>
      <SearchEverything
        id="page-search"
        value={typed ?? words}
        onChange={setTyped}
        onSubmit={() => {
          results.forget()
          go(writeRequest({ words: (typed ?? words).trim(), kind: '', type: '', page: 1 }))
        }}
      />
      <noscript>
        <p className="lead">
          Searching needs JavaScript. Without it you can still browse the whole archive, starting below.
        </p>
      </noscript>
      <p className="result-count" role="status">
        {resultLine(state)}
      </p>
      <div className="results" onClick={follow}>
        {page?.year && (
          <p>
            <a className="button" href={page.year.href}>
              {page.year.text}
            </a>
          </p>
        )}
        {page && (page.total > 0 ? <ResultList page={page} /> : <OtherWords page={page} />)}
        {phase === 'failed' && (
          <p>
            <a className="button" href={writeRequest(request)}>
              Try again
            </a>
          </p>
        )}
      </div>
      <div className="search-ways">{children}</div>
      <SlashKey />
    </div>
  )
}

const watchSetting = (changed: () => void) => listen(window, 'storage', changed)

/** Null where this browser remembers nothing. */
function readSetting(): boolean | null {
  try {
    return localStorage.slash !== 'off'
  } catch {
    return null
  }
}

function writeSetting(isOn: boolean): void {
  localStorage.slash = isOn ? 'on' : 'off'
  // The browser tells other windows alone.
  dispatchEvent(new StorageEvent('storage'))
}

/** Single-key shortcuts can be turned off (WCAG 2.1.4); layouts/inline-code.ts has the shortcut. */
function SlashKey() {
  const isOn = useSyncExternalStore(watchSetting, readSetting, () => null)
  if (isOn === null) return null
  return (
    <p className="slash meta">
      <label>
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => writeSetting(currentTarget.checked)} />{' '}
        The key <kbd>/</kbd> moves to the search box on every page
      </label>
    </p>
  )
}
