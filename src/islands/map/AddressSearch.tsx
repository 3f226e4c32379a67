import { useStore } from '../widgets/use-store.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { SearchBox } from './SearchBox.tsx'
import { SideSection } from './SideSection.tsx'
import { ZoneTree, type StreetCounts } from './ZoneTree.tsx'
import { useMapStores } from './stores-context.ts'
import { MESSAGES, searchText } from './messages.ts'

/** Spec §2 "Address Search"; without a search, all zones by street. */
export function AddressSearch({ streets }: { streets: StreetCounts }) {
  const stores = useMapStores()
  const search = useStore(stores.$addresses)
  return (
    <SideSection section="address" title="Address Search">
      <SearchBox
        name="Locations"
        label="Search locations"
        kind="place"
        status={searchText(search, 'No locations found.')}
        onSearch={stores.searchAddresses}
      />
      {search.state === 'found' ? (
        <>
          {search.partial && <p className="side-note">{MESSAGES.lastBuild}</p>}
          <ul className="results">
            {search.rows.map(({ pk, name, address, altnames }) => (
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
            ))}
          </ul>
        </>
      ) : (
        <ZoneTree streets={streets} />
      )}
      <p className="side-more">
        <a href={ADDRESS.places}>All places by street</a>
      </p>
    </SideSection>
  )
}
