import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { MapLayers } from '#contract/map-layers.ts'
import type { FoundOrganization, Section } from '#stores/map/map-stores.ts'
import { WaysIn } from '#components/browse/WaysIn.tsx'
import { ADDRESS, organizationAddress } from '#rules/addresses/page-addresses.ts'
import { openClicked } from '../records/clicked-record.ts'
import { useEarlyInput } from '../widgets/use-early-input.ts'
import { useStore } from '../widgets/use-store.ts'
import { mapPage } from './map-page.ts'
import { Legend, type MapThumbnails } from './Legend.tsx'
import { Media } from './Media.tsx'
import { SheetHead, useDrag } from './SheetHead.tsx'
import { sectionLine, StoresContext, useMapStores, useSelectedZone } from './stores-context.ts'
import { type StreetCounts, ZoneTree } from './ZoneTree.tsx'
import { SearchSection } from './SearchSection.tsx'
import { EMPTY } from '#contract/messages.ts'
import { plural } from '#rules/names/record-names.ts'
import { moveFocus } from '../widgets/move-focus.ts'
import { useLater, useYear } from './year-stores.ts'

const yearSection = () => import('./year/YearSection.tsx')

interface Props {
  apiBase: string
  streets: StreetCounts
  layers: MapLayers
  thumbnails: MapThumbnails
  /** With holdings, ascending. */
  years: readonly number[]
  /** The opening pictures. */
  children?: ReactNode
}

/** Island: the four sections of spec §2; on a phone they are in the bottom sheet. */
export default function SideBar({ apiBase, streets, layers, thumbnails, years, children }: Props) {
  const { stores, sheet, start } = mapPage(apiBase, layers)
  const selected = useStore(stores.$selected)
  const year = useYear(stores)
  const later = useLater(yearSection, year !== null)
  const side = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const tail = useRef<HTMLDivElement>(null)
  useEarlyInput(side, start)

  // Scrolling is locked, so what the static page has below the map moves to the end of the side bar.
  useEffect(() => tail.current?.replaceChildren(...document.querySelectorAll('#map-newest, .site-footer')), [])

  // Scroll to the items of the selected zone (on a phone its photographs come first, its name is in the sheet's head), unless the visitor is in a list of the side bar with the keyboard.
  useEffect(() => {
    const inList = sheet.$height.get() === null && scroller.current?.contains(document.activeElement)
    if (selected !== null && !inList) bringUp(scroller.current, 'media', sheet.$height.get() !== null)
  }, [selected, sheet])

  // Lowered, the sheet shows its first lines.
  useEffect(() => sheet.$detent.listen((detent) => detent === 'collapsed' && scroller.current?.scrollTo(0, 0)), [sheet])

  const toSection = (section: Section | 'year') => {
    if (section !== 'year') stores.setOpen(section, true)
    if (sheet.$detent.get() === 'collapsed') sheet.show('half')
    // After the section has opened.
    requestAnimationFrame(() => {
      const box = bringUp(scroller.current, section)
      box?.querySelector('summary')?.focus({ preventScroll: true })
    })
  }
  // Scroll the search box to the top, to make room for its results. On a phone that happens on focus, before the keyboard takes half the window.
  const onSearch = ({ type, target }: SyntheticEvent) => {
    if (!(target instanceof Element) || !target.matches('.side-search input')) return
    const isSheet = sheet.$height.get() !== null
    if (type === 'focus' && !isSheet) return
    if (isSheet && sheet.$detent.get() !== 'full') sheet.show('full')
    bringUp(scroller.current, target.closest('#map-address') ? 'address' : 'organizations')
  }
  return (
    <StoresContext value={stores}>
      {/* The map comes first, and has set the height of the sheet (start-map.ts). */}
      <aside className="side-bar live-side" id="map-side" aria-label="Map tools" ref={side} suppressHydrationWarning>
        <SheetHead sheet={sheet} onSection={toSection} />
        <div className="side-scroll" ref={scroller} onFocus={onSearch} onInput={onSearch}>
          {year !== null && later && <later.YearSection year={year} years={years} />}
          <div
            className="opening"
            data-quiet={selected !== null || year !== null || undefined}
            onClick={openClicked({ item: stores.openItem })}
            {...useDrag(sheet)}
          >
            {children}
          </div>
          <WaysIn label="Ways into the archive" />
          <Legend {...layers} thumbnails={thumbnails} />
          <Media />
          <AddressSearch streets={streets} />
          <OrganizationSearch />
          <div className="side-tail" ref={tail} />
          <Announcer />
        </div>
      </aside>
    </StoresContext>
  )
}

/** Scrolls a section, or its results, to the top of the side bar, and nothing else on the page. */
function bringUp(scroller: HTMLElement | null, section: Section | 'year', toResults = false): HTMLElement | null {
  const box = scroller?.querySelector<HTMLElement>(`#map-${section}${toResults ? ' .side-status' : ''}`) ?? null
  // Without its own border: the head has one.
  if (scroller && box)
    scroller.scrollTop += box.getBoundingClientRect().top + box.clientTop - scroller.getBoundingClientRect().top
  return box
}

/** A live region that announces the selected zone. Silent at the start. */
function Announcer() {
  const stores = useMapStores()
  const selected = useStore(stores.$selected)
  const zone = useSelectedZone()
  const [touched, setTouched] = useState(selected !== null)
  if (selected !== null && !touched) setTouched(true)
  const text = zone ? `Selected: ${zone.name}.` : touched && selected === null ? 'No zone selected.' : ''
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  )
}

/** Spec §2 "Address Search"; without a search, all zones by street. */
function AddressSearch({ streets }: { streets: StreetCounts }) {
  const stores = useMapStores()
  return (
    <SearchSection
      section="address"
      title="Address Search"
      name="Locations"
      label="Search locations"
      kind="place"
      search={useStore(stores.$addresses)}
      nothing="No locations found."
      onSearch={stores.searchAddresses}
      before={<ZoneTree streets={streets} />}
      all={{ href: ADDRESS.places, text: 'All places by street' }}
      draw={({ pk, name, address, altnames, items }) => (
        <li key={pk}>
          <p className="result-name">{name}</p>
          {address !== '' && !address.startsWith(name) && <p className="meta">{address}</p>}
          {altnames.length > 0 && <p className="meta">{altnames.join(', ')}</p>}
          {items > 0 && <p className="meta figures">{plural(items, 'item')}</p>}
          <div className="result-actions">
            <button type="button" className="small-button" onClick={() => stores.zoomToZone(pk)}>
              Zoom to Zone<span className="visually-hidden">: {name}</span>
            </button>
            <button type="button" className="small-button" onClick={() => stores.openOverview(pk)}>
              Zone Overview<span className="visually-hidden">: {name}</span>
            </button>
          </div>
        </li>
      )}
    />
  )
}

/** Spec §2 "Organization Search": highlights an organization's zones, or links to its page. */
function OrganizationSearch() {
  const stores = useMapStores()
  const highlighted = useStore(stores.$highlighted)
  return (
    <SearchSection
      section="organizations"
      title="Organization Search"
      name="Organizations"
      label="Search organizations"
      kind="organization"
      search={useStore(stores.$organizations)}
      nothing="No organizations found."
      onSearch={stores.searchOrganizations}
      note={<Highlighted />}
      all={{ href: ADDRESS.organizations, text: 'All organizations' }}
      draw={(row) => <Organization key={row.id} row={row} highlighted={row.id === highlighted} />}
    />
  )
}

function Highlighted() {
  const stores = useMapStores()
  const { length } = useStore(stores.$business)
  if (length === 0) return null
  return (
    <p className="highlighted">
      <span className="swatch swatch-business" />
      <span>{plural(length, 'location')} highlighted on the map</span>
      <button
        type="button"
        className="small-button"
        onClick={({ currentTarget }) => {
          moveFocus(currentTarget, sectionLine(currentTarget))
          stores.clearHighlight()
        }}
      >
        Clear
      </button>
    </p>
  )
}

function Organization({ row, highlighted }: { row: FoundOrganization; highlighted: boolean }) {
  const stores = useMapStores()
  const [premises, setPremises] = useState<number>()
  const toggle = () => {
    if (highlighted) return stores.clearHighlight()
    void stores.highlightOrganization(row.id).then(setPremises)
  }
  return (
    <li>
      <p className="result-name">{row.name}</p>
      {row.altnames.length > 0 && <p className="meta">{row.altnames.join(', ')}</p>}
      <div className="result-actions">
        <button type="button" className="small-button" aria-pressed={highlighted} onClick={toggle}>
          Highlight Location(s)<span className="visually-hidden">: {row.name}</span>
        </button>
        <a className="small-button" href={organizationAddress(row.id)}>
          Overview<span className="visually-hidden">: {row.name}</span>
        </a>
      </div>
      <p className="meta" role="status">
        {premises === 0 && EMPTY.premises}
      </p>
    </li>
  )
}
