import down from 'lucide-static/icons/download.svg?raw'
import quote from 'lucide-static/icons/quote.svg?raw'
import share from 'lucide-static/icons/share-2.svg?raw'
import zoom from 'lucide-static/icons/zoom-in.svg?raw'
import { Drawing, paths } from '#components/Icon.tsx'
import type { ItemView } from '#views/item.ts'
import { DownloadLink } from './ItemTools.tsx'
import { MapLink } from './ShowOnMap.tsx'

interface Props {
  item: Pick<ItemView, 'pictures' | 'onMap'>
  tools: ItemView['tools']
}

/** What most visitors want of an item, under its title. Share needs a script; the others are links, and work without one. */
export function ItemActions({ item: { pictures, onMap }, tools: { downloads } }: Props) {
  const [picture] = pictures
  const [download, ...others] = downloads
  return (
    <ul className="item-actions" aria-label="Actions">
      {picture && (
        <li>
          <a className="button" href={picture.full} data-live="viewer">
            <Drawing lines={paths(zoom)} />
            Zoom
          </a>
        </li>
      )}
      {download && (
        <li>
          {others.length === 0 ? (
            <DownloadLink file={download} />
          ) : (
            <a className="button" href="#use">
              <Drawing lines={paths(down)} />
              {`Download (${downloads.length})`}
            </a>
          )}
        </li>
      )}
      <li className="beside-map">
        <a className="button" href="#cite-link">
          <Drawing lines={paths(quote)} />
          Cite
        </a>
      </li>
      <li className="beside-map scripted">
        <button type="button" className="button" data-live="tools" data-share="">
          <Drawing lines={paths(share)} />
          <span aria-live="polite">Share</span>
        </button>
      </li>
      {onMap && (
        <li className="beside-map">
          <MapLink href={onMap} />
        </li>
      )}
    </ul>
  )
}
