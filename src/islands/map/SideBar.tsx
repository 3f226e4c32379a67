import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import type { Section } from '#stores/map/map-stores.ts'
import { AddressSearch } from './AddressSearch.tsx'
import { Announcer } from './Announcer.tsx'
import { CopyLink } from './CopyLink.tsx'
import { Legend } from './Legend.tsx'
import { Media } from './Media.tsx'
import { OrganizationSearch } from './OrganizationSearch.tsx'
import { SheetHead } from './SheetHead.tsx'
import type { SheetControl } from './sheet-control.ts'
import { useMapStores } from './stores-context.ts'

interface Props {
  sheet: SheetControl
  /** The address that shows what is seen now. */
  share: () => string
  /** What the static page has below the map, at the end of the side bar where it can be reached. */
  tail?: ReactNode
}

/** The four sections of spec §2 in its order; on a phone they lie in the bottom sheet. */
export function SideBar({ sheet, share, tail }: Props) {
  const stores = useMapStores()
  const selected = useStore(stores.$selected)
  const scroller = useRef<HTMLDivElement>(null)

  // The items of a selected zone come into view. Who goes through a list with the keyboard beside the map stays there.
  useEffect(() => {
    const inList = sheet.$height.get() === null && scroller.current?.contains(document.activeElement)
    if (selected !== null && !inList) bringUp(scroller.current, 'media')
  }, [selected, sheet])

  const toSection = (section: Section) => {
    stores.setOpen(section, true)
    if (sheet.$detent.get() === 'collapsed') sheet.show('half')
    // After the section has opened.
    requestAnimationFrame(() => {
      const box = bringUp(scroller.current, section)
      box?.querySelector('summary')?.focus({ preventScroll: true })
    })
  }
  // What a search finds stands under its box: they come up together. On a phone they do before its keyboard comes, which takes half of the window.
  const onSearch = ({ type, target }: SyntheticEvent) => {
    if (!(target instanceof Element) || !target.matches('.side-search input')) return
    const isSheet = sheet.$height.get() !== null
    if (type === 'focus' && !isSheet) return
    if (isSheet && sheet.$detent.get() !== 'full') sheet.show('full')
    bringUp(scroller.current, target.closest('#map-address') ? 'address' : 'organizations')
  }
  return (
    <>
      <SheetHead sheet={sheet} onSection={toSection} />
      <div className="side-scroll" ref={scroller} onFocus={onSearch} onInput={onSearch}>
        <Legend />
        <Media />
        <AddressSearch />
        <OrganizationSearch />
        <div className="side-foot">
          <CopyLink share={share} />
        </div>
        {tail}
        <Announcer />
      </div>
    </>
  )
}

/** Scrolls a section to the top of the side bar, and nothing else on the page. */
function bringUp(scroller: HTMLElement | null, section: Section): HTMLElement | null {
  const box = scroller?.querySelector<HTMLElement>(`#map-${section}`) ?? null
  // Its own line goes: there is one above it already.
  if (scroller && box)
    scroller.scrollTop += box.getBoundingClientRect().top + box.clientTop - scroller.getBoundingClientRect().top
  return box
}
