import { tabAfter } from '#islands/zone/tab-keys.ts'

/**
 * Makes tabs of a row of links to the parts of a page (ARIA practices, "Tabs with automatic activation"): one of them is in the order of the Tab key,
 * arrow keys go from one to the next. The address names the part that is shown, and a part that the browser finds a text in is shown
 * (`hidden="until-found"`). Before this, styles/parts.css shows the part that the address names, or the first.
 */
export function makeTabs(row: HTMLElement): void {
  const links = [...row.querySelectorAll('a')]
  const parts = links.map((link) => document.getElementById(link.hash.slice(1))!.closest<HTMLElement>('.part')!)
  const named = () => {
    const target = document.getElementById(location.hash.slice(1))
    return target ? parts.findIndex((part) => part.contains(target)) : -1
  }

  function choose(chosen: number): void {
    links.forEach((link, at) => {
      link.setAttribute('aria-selected', String(at === chosen))
      link.tabIndex = at === chosen ? 0 : -1
      if (at === chosen) link.setAttribute('aria-controls', parts[at]!.id)
      else link.removeAttribute('aria-controls')
    })
    parts.forEach((part, at) => {
      if (at === chosen) show(part, links[at]!.id)
      else hide(part)
    })
  }
  const chooseAndName = (at: number) => {
    choose(at)
    history.replaceState(history.state, '', links[at]!.hash)
  }

  row.removeAttribute('data-live')
  row.setAttribute('role', 'tablist')
  row.setAttribute('aria-label', 'Parts of this record')
  for (const [at, link] of links.entries()) {
    const name = link.hash.slice(1)
    link.setAttribute('role', 'tab')
    link.id = `tab-${name}`
    parts[at]!.id = `part-${name}`
    parts[at]!.addEventListener('beforematch', () => chooseAndName(at))
  }
  choose(Math.max(0, named()))
  // From here on the attribute alone says what is shown: `:target` does not follow an address that a script replaces.
  row.parentElement!.classList.add('live')

  row.addEventListener('click', (event) => {
    const at = links.findIndex((link) => link.contains(event.target as Node))
    if (at === -1 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    chooseAndName(at)
    links[at]!.focus()
  })
  row.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const now = links.indexOf(event.target as HTMLAnchorElement)
    // A link is followed by Enter; a tab is chosen by the space bar too.
    const at = event.key === ' ' ? now : tabAfter(event.key, now, links.length)
    if (at === undefined || now === -1) return
    event.preventDefault()
    chooseAndName(at)
    links[at]!.focus()
  })
  addEventListener('hashchange', () => {
    // Back at the address without a part is back at the first, as the page began. A link followed before the tabs were there made an entry for it.
    const at = location.hash === '' ? 0 : named()
    if (at !== -1) choose(at)
  })
}

function show(part: HTMLElement, tab: string): void {
  part.removeAttribute('hidden')
  part.setAttribute('role', 'tabpanel')
  part.setAttribute('aria-labelledby', tab)
  part.tabIndex = 0
}

function hide(part: HTMLElement): void {
  part.setAttribute('hidden', 'until-found')
  for (const name of ['role', 'aria-labelledby', 'tabindex']) part.removeAttribute(name)
}
