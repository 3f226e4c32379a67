import { useEffect, useState } from 'react'
import { EMPTY, MAP_LABEL } from '#contract/messages.ts'
import { isAlone } from '#client/edition.ts'
import { countOfItems } from '#rules/names/record-names.ts'
import { ADDRESS, itemsOfZoneAddress } from '#rules/addresses/page-addresses.ts'
import type { MediaState } from '#stores/map/map-stores.ts'
import { ItemDate, PrintLink } from '#components/record/PrintLink.tsx'
import type { ItemSummary } from '#views/item-lists.ts'
import { useStore } from '../widgets/use-store.ts'
import { openClicked } from '../records/clicked-record.ts'
import { Pagination } from '../widgets/Pagination.tsx'
import { YearsRange } from '../widgets/YearsRange.tsx'
import { SideSection } from './SideSection.tsx'
import { moveFocus } from '../widgets/move-focus.ts'
import { sectionLine, useMapStores, useSelectedZone } from './stores-context.ts'
import { OverviewLink } from './SheetHead.tsx'
import { MESSAGES } from './messages.ts'
import { useYear } from './year-stores.ts'

/** Items as pictures with their titles, dates or types. */
const MediaItems = ({ items }: { items: readonly ItemSummary[] }) => (
  <ul className="media-items">
    {items.map((item) => (
      <li key={item.id}>
        <PrintLink item={item} eager />
        <span className="meta">{item.date ? <ItemDate date={item.date} /> : item.type}</span>
      </li>
    ))}
  </ul>
)

type Ready = Extract<MediaState, { state: 'ready' }>

/** Spec §2 "Images & Media": the items of the selected zone within the chosen years, five per page. */
export function Media() {
  const stores = useMapStores()
  const media = useStore(stores.$media)
  const years = useStore(stores.$years)
  const zone = useSelectedZone()
  const year = useYear(stores)
  return (
    <SideSection section="media" title="Images &amp; Media">
      {zone && (
        <div className="media-zone">
          <h3>{zone.name}</h3>
          <OverviewLink pk={zone.pk} />
        </div>
      )}
      {zone && year !== null && <PlaceInYear key={`${zone.pk} ${year}`} pk={zone.pk} year={year} />}
      <YearsRange years={years} onChange={stores.setYears} />
      <MediaList key={zone?.pk ?? 'none'} media={media} />
      <p className="side-more">
        <a href={zone ? itemsOfZoneAddress(zone.pk) : ADDRESS.collection}>Browse all items</a>
      </p>
    </SideSection>
  )
}

/** Who owned the selected zone in the chosen year, who lived and what was there. */
function PlaceInYear({ pk, year }: { pk: number; year: number }) {
  const { placeSentence } = useMapStores()
  const [sentence, setSentence] = useState<string>()
  useEffect(() => {
    const show = (text?: string) => setSentence(text ?? `Nothing is recorded of this place in ${year}.`)
    void placeSentence(pk).then(show, () => show())
  }, [placeSentence, pk, year])
  return (
    <p className="side-status place-in-year" role="status">
      {sentence ?? MAP_LABEL.loading}
    </p>
  )
}

/** The previous page stays while the next one loads, so that nothing jumps. */
function MediaList({ media }: { media: MediaState }) {
  const stores = useMapStores()
  const [last, setLast] = useState<Ready | null>(null)
  if (media.state === 'ready' && media !== last) setLast(media)
  if (media.state === 'failed' && last !== null) setLast(null)
  const shown = media.state === 'ready' ? media : media.state === 'loading' ? last : null
  return (
    <>
      <p className="side-status meta" role="status">
        {statusOf(media)}
      </p>
      {media.state === 'failed' && (
        <button
          type="button"
          className="small-button"
          onClick={({ currentTarget }) => {
            moveFocus(currentTarget, sectionLine(currentTarget))
            stores.goToPage(media.page)
          }}
        >
          Try again
        </button>
      )}
      {shown && shown.count > 0 && (
        <div className="media" aria-busy={media.state === 'loading'} onClick={openClicked({ item: stores.openItem })}>
          <MediaItems items={shown.items} />
          <Pagination
            className="side-pager"
            label="Pages of items"
            button="small-button"
            page={media.state === 'loading' ? media.page : shown.page}
            pages={shown.pages}
            goTo={stores.goToPage}
          />
        </div>
      )}
    </>
  )
}

function statusOf(media: MediaState): string {
  if (media.state === 'unselected') return EMPTY.zoneUnselected
  if (media.state === 'loading') return MAP_LABEL.loading
  if (media.state === 'failed') return MESSAGES.mediaFailed
  if (media.count === 0) return EMPTY.zoneItems
  const found = countOfItems(media.count)
  return media.source === 'snapshot' && !isAlone ? `${found}. ${MESSAGES.lastBuild}` : found
}
