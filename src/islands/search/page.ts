import { openEngine } from './engine.ts'
import { loadPagefind } from './pagefind.ts'
import { readRequest, writeRequest } from './request.ts'
import { createResults, type ResultState } from './results.ts'
import { drawResults, drawRetry, drawSingleWords, resultLine } from './results-view.ts'

/** The result page: its address says what is shown, so that back, forward and a shared link show the same. */
const page = document.querySelector<HTMLElement>('[data-search-page]')!
const find = <Element extends HTMLElement>(selector: string) => page.querySelector<Element>(selector)!
const heading = find('h1')
const input = find<HTMLInputElement>('input[name=q]')
const headerInput = document.forms.namedItem('search')?.elements.namedItem('q')
const line = find('.result-count')
const list = find('.results')
const siteTitle = document.title.replace(/^Search/, '')

function draw(state: ResultState): void {
  line.textContent = resultLine(state)
  page.toggleAttribute('data-found', state.phase === 'ready' && state.page.total > 0)
  page.setAttribute('aria-busy', String(state.phase === 'loading'))
  if (state.phase === 'ready')
    list.replaceChildren(...(state.page.total > 0 ? drawResults(state.page) : drawSingleWords(state.page.request)))
  else if (state.phase === 'failed') list.replaceChildren(...drawRetry(state.request))
  else if (state.phase === 'empty') list.replaceChildren()
}

const results = createResults(openEngine(loadPagefind), draw)

function show(): Promise<void> {
  const request = readRequest(location.search)
  const { words } = request
  document.title = words
    ? `“${words}”${request.page > 1 ? `, page ${request.page}` : ''} – Search${siteTitle}`
    : `Search${siteTitle}`
  heading.textContent = words ? `Search for “${words}”` : 'Search'
  input.value = words
  if (headerInput instanceof HTMLInputElement && document.activeElement !== headerInput) headerInput.value = words
  return results.show(request)
}

/** Goes on without loading the page again; the new results begin at the top, and the focus moves to them. */
async function go(address: string): Promise<void> {
  history.pushState(null, '', address)
  await show()
  scrollTo({ top: 0 })
  heading.focus({ preventScroll: true })
}

heading.tabIndex = -1
document.documentElement.dataset.scripted = ''
addEventListener('popstate', () => void show())
list.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (!link || !plain || new URL(link.href).pathname !== location.pathname) return
  event.preventDefault()
  void go(link.href)
})
input.form!.addEventListener('submit', (event) => {
  event.preventDefault()
  void go(writeRequest({ ...readRequest(location.search), words: input.value.trim(), kind: '', type: '', page: 1 }))
})

// Single-key shortcuts can be turned off (WCAG 2.1.4); remembered on this machine where it allows that.
const shortcut = find<HTMLInputElement>('.slash input')
try {
  shortcut.checked = localStorage.slash !== 'off'
  shortcut.addEventListener('change', () => void (localStorage.slash = shortcut.checked ? 'on' : 'off'))
} catch {
  find('.slash').hidden = true
}
void show()
