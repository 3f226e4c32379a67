import { zoneAddress } from '#rules/addresses/page-addresses.ts'
import { isPlainClick } from '../widgets/plain-click.ts'
import { useMapStores } from './stores-context.ts'

const NAME = 'Zone Overview'

/** The selected zone's overview: over the map, or on its page in a new tab. */
export function OverviewLink({ pk, text = NAME }: { pk: number; text?: string }) {
  const stores = useMapStores()
  return (
    <a
      className="small-button"
      aria-label={NAME}
      href={zoneAddress(pk)}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        stores.openOverview(pk)
      }}
    >
      {text}
    </a>
  )
}
