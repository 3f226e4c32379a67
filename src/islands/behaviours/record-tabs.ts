/**
 * Turns the parts of a record into tabs (components/record/RecordTabs.tsx): ARIA "Tabs with automatic activation". With `data-in-address` the hash names
 * the shown part. Find-in-page opens a hidden part (`hidden="until-found"`). Without script, styles/parts.css shows the part in the hash, or the first that is not empty.
 */
class RecordTabs extends HTMLElement {
  #stop = new AbortController()
  /** Shown where the address names none. */
  #first = 0

  connectedCallback(): void {
    this.#stop = new AbortController()
    const { signal } = this.#stop
    const row = this.querySelector<HTMLElement>(':scope > nav')!
    row.setAttribute('role', 'tablist')
    row.setAttribute('aria-label', 'Parts of this record')
    for (const [at, tab] of this.#tabs.entries()) {
      const name = tab.hash.slice(1)
      const part = this.#parts[at]!
      tab.removeAttribute('data-live')
      tab.setAttribute('role', 'tab')
      tab.id = `tab-${name}`
      part.id = `part-${name}`
      part.addEventListener('beforematch', () => this.#choose(at), { signal })
    }
    this.#first = this.#parts.findIndex((part) => !part.hidden)
    const named = this.#named()
    this.#show(named === -1 ? this.#first : named)
    // From now on only `hidden` counts: `:target` does not follow `replaceState`.
    this.classList.add('live')
    row.addEventListener('click', (event) => this.#click(event), { signal })
    row.addEventListener('keydown', (event) => this.#press(event), { signal })
    if (this.#inAddress) addEventListener('hashchange', () => this.#follow(), { signal })
  }

  disconnectedCallback(): void {
    this.#stop.abort()
  }

  get #tabs(): HTMLAnchorElement[] {
    return [...this.querySelectorAll<HTMLAnchorElement>(':scope > nav > a')]
  }
  get #parts(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(':scope > record-part')]
  }
  get #inAddress(): boolean {
    return this.dataset.inAddress !== undefined
  }

  /** Index of the part that contains the target of the hash; -1 for none. */
  #named(): number {
    const target = this.#inAddress ? document.getElementById(location.hash.slice(1)) : null
    return target ? this.#parts.findIndex((part) => part.contains(target)) : -1
  }

  #show(chosen: number): void {
    const parts = this.#parts
    for (const [at, tab] of this.#tabs.entries()) {
      const part = parts[at]!
      tab.setAttribute('aria-selected', String(at === chosen))
      tab.tabIndex = at === chosen ? 0 : -1
      if (at === chosen) {
        tab.setAttribute('aria-controls', part.id)
        part.removeAttribute('hidden')
        part.setAttribute('role', 'tabpanel')
        part.setAttribute('aria-labelledby', tab.id)
        part.tabIndex = 0
      } else {
        tab.removeAttribute('aria-controls')
        part.setAttribute('hidden', 'until-found')
        for (const name of ['role', 'aria-labelledby', 'tabindex']) part.removeAttribute(name)
      }
    }
  }

  #choose(at: number, focus = false): void {
    // A shorter part must not move the page under the tabs.
    this.style.minHeight = `${this.offsetHeight}px`
    this.#show(at)
    const tab = this.#tabs[at]!
    if (this.#inAddress) history.replaceState(history.state, '', tab.hash)
    if (focus) tab.focus({ preventScroll: true })
  }

  #click(event: MouseEvent): void {
    const at = this.#tabs.findIndex((tab) => tab.contains(event.target as Node))
    if (at === -1 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.#choose(at, true)
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const tabs = this.#tabs
    const now = tabs.indexOf(event.target as HTMLAnchorElement)
    // Enter follows the link; the space bar must select the tab too.
    const at = event.key === ' ' ? now : tabAfter(event.key, now, tabs.length)
    if (at === undefined || now === -1) return
    event.preventDefault()
    this.#choose(at, true)
  }

  #follow(): void {
    // A link followed before hydration has made a history entry.
    const at = location.hash === '' ? this.#first : this.#named()
    if (at !== -1) this.#show(at)
  }
}

customElements.define('record-tabs', RecordTabs)

/** The tab that a key goes to from `at`, wrapping around. Undefined for other keys. */
export const tabAfter = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowRight: (at + 1) % count, ArrowLeft: (at + count - 1) % count, Home: 0, End: count - 1 })[key]
