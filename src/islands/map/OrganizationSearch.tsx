import { useState } from 'react'
import { useStore } from '../widgets/use-store.ts'
import { EMPTY } from '#contract/messages.ts'
import { plural } from '#rules/names/record-names.ts'
import { ADDRESS, organizationAddress } from '#rules/addresses/page-addresses.ts'
import type { FoundOrganization } from '#stores/map/map-stores.ts'
import { SearchSection } from './SearchSection.tsx'
import { moveFocus } from '../widgets/move-focus.ts'
import { sectionLine, useMapStores } from './stores-context.ts'

/** Spec §2 "Organization Search": highlights an organization's zones, or links to its page. */
export function OrganizationSearch() {
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
