import type { ReactNode } from 'react'
import type { MapStores } from '#stores/map/map-stores.ts'
import { Notices } from './Notices.tsx'
import { SideBar } from './SideBar.tsx'
import { Welcome } from './Welcome.tsx'
import type { SheetControl } from './sheet-control.ts'
import { StoresContext, StreetsContext, type StreetCounts } from './stores-context.ts'

interface SideProps {
  stores: MapStores
  sheet: SheetControl
  share: () => string
  tail?: ReactNode
  streets: StreetCounts
}

/** The two places of the map page that React draws: the side bar, and what lies on the map. The static page holds both as they are at first. */
export const MapSide = ({ stores, streets, ...parts }: SideProps) => (
  <StoresContext value={stores}>
    <StreetsContext value={streets}>
      <SideBar {...parts} />
    </StreetsContext>
  </StoresContext>
)

export const OverMap = ({ stores, children }: { stores: MapStores; children?: ReactNode }) => (
  <StoresContext value={stores}>
    <Notices />
    <Welcome />
    {children}
  </StoresContext>
)
