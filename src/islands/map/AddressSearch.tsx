import { useStore } from '../widgets/use-store.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { SearchSection } from './SearchSection.tsx'
import { ZoneTree, type StreetCounts } from './ZoneTree.tsx'
import { useMapStores } from './stores-context.ts'

/** Spec §2 "Address Search"; without a search, all zones by street. */
export function AddressSearch({ streets }: { streets: StreetCounts }) {
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
      draw={({ pk, name, address, altnames }) => (
        <li key={pk}>
          <p className="result-name">{name}</p>
          {address !== '' && !address.startsWith(name) && <p className="meta">{address}</p>}
          {altnames.length > 0 && <p className="meta">{altnames.join(', ')}</p>}
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
