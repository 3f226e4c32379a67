import { spansOf, yearReading, type ReadLane } from '#views/year-reading.ts'

/** Reads a year of a zone's chart (components/record/ZoneYears.tsx): by its slider, a year typed, or where the pointer is. */
class YearCursor extends HTMLElement {
  connectedCallback(): void {
    const asked = /[?&]year=(\d{1,4})(?!\d)/.exec(location.search)?.[1]
    // It may have been moved, or a year typed, before the script came.
    if (this.#typed.value !== this.#typed.defaultValue) this.#take()
    else if (asked && this.#input.value === this.#input.defaultValue) {
      this.#input.value = asked
      this.#read(Number(asked))
      if (this.#onMap && !location.hash && scrollY === 0) this.closest('section')!.scrollIntoView()
    } else this.#read()
    // The address is of the page; over the map it is the map's.
    this.addEventListener('change', () => {
      if (this.#onMap) history.replaceState(history.state, '', `?year=${this.#input.value}${location.hash}`)
    })
    this.addEventListener('input', ({ target }) => (target === this.#typed ? this.#take() : this.#read()))
    this.addEventListener('pointermove', ({ target, clientX }) => {
      const line = (target as Element).closest('.line')?.getBoundingClientRect()
      if (!line) return
      const { min, max } = this.#input
      this.#input.value = String(
        Number(min) + ((clientX - line.left) / line.width) * (Number(max) + 1 - Number(min)) - 0.5,
      )
      this.#read()
    })
  }

  get #input(): HTMLInputElement {
    return this.querySelector('input')!
  }

  get #typed(): HTMLInputElement {
    return this.querySelector('[type=number]')!
  }

  /** The link to the map, only on a page. */
  get #onMap(): HTMLAnchorElement | null {
    return this.querySelector('.year-reading a')
  }

  /** Reads the year that is typed, once it is whole. */
  #take(): void {
    const typed = this.#typed
    if (!typed.value || !typed.checkValidity()) return
    this.#input.value = typed.value
    this.#read()
  }

  get #lanes(): ReadLane[] {
    return [...this.querySelectorAll('tbody[class]')].map((lane) => ({
      kind: lane.className,
      rows: [...lane.querySelectorAll<HTMLElement>('[data-spans]')].map((row) => {
        const isOthers = row.querySelector('a[href^="#"]')
        return { name: isOthers ? '' : row.querySelector('th')!.textContent, spans: spansOf(row.dataset.spans!) }
      }),
    }))
  }

  #read(year = this.#input.valueAsNumber): void {
    const { min, max, valueAsNumber: shown } = this.#input
    const share = (shown + 0.5 - Number(min)) / (Number(max) + 1 - Number(min))
    this.style.setProperty('--at', `${share * 100}%`)
    if (this.#typed !== document.activeElement) this.#typed.value = String(year)
    if (this.#onMap) this.#onMap.href = this.#onMap.href.replace(/\d+$/, String(year))
    this.querySelector('output')!.textContent = yearReading(year, this.#lanes)
  }
}

customElements.define('year-cursor', YearCursor)
