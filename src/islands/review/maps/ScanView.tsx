import { useRef, useState, type MouseEvent } from 'react'
import type { MapUpload } from '#contract/old-maps.ts'
import type { Placing } from '#stores/review/maps/placing.ts'
import { SmallButton } from '../../widgets/Button.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { Status } from '../../widgets/Status.tsx'
import { TEXT } from './messages.ts'

const ZOOMS = [1, 2, 4, 8] as const

/** The scan with its points. A click sets the pixel of a point; the table below is its equal for the keyboard. */
export function ScanView({ placing, upload }: { placing: Placing; upload: MapUpload }) {
  const points = useStore(placing.$points)
  const way = useStore(placing.$way)
  const next = useStore(placing.$next)
  const [zoom, setZoom] = useState(0)
  const room = useRef<HTMLDivElement>(null)
  const { width, height, preview, file_name } = upload
  const isSetting = way === 'click'

  function set({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) {
    if (!isSetting) return
    const box = currentTarget.getBoundingClientRect()
    const round = (value: number) => Math.round(value * 10) / 10
    placing.clickScan([
      round(((clientX - box.left) / box.width) * width),
      round(((clientY - box.top) / box.height) * height),
    ])
  }
  /** Keeps the middle in the middle. */
  function zoomBy(step: 1 | -1) {
    const { current: view } = room
    const to = Math.max(0, Math.min(ZOOMS.length - 1, zoom + step))
    if (!view || to === zoom) return
    const factor = ZOOMS[to]! / ZOOMS[zoom]!
    const [x, y] = [view.scrollLeft + view.clientWidth / 2, view.scrollTop + view.clientHeight / 2]
    setZoom(to)
    requestAnimationFrame(() => view.scrollTo(x * factor - view.clientWidth / 2, y * factor - view.clientHeight / 2))
  }

  return (
    <div className="maps-side" data-next={(isSetting && next === 'pixel') || undefined}>
      <Status className="field-hint">{isSetting && next === 'pixel' ? TEXT.scan : 'The scan.'}</Status>
      <div
        className="maps-scan"
        ref={room}
        tabIndex={0}
        role="group"
        aria-label={`Scan ${file_name}`}
        // As high as the whole scan: the buttons below stay where they are when it is drawn larger.
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {/* The table of points is the keyboard's way to the same. */}
        <div
          className="maps-sheet"
          style={{ width: `${ZOOMS[zoom]! * 100}%` }}
          data-setting={isSetting || undefined}
          onClick={set}
        >
          <img src={preview} width={width} height={height} alt="" draggable={false} />
          {isSetting &&
            points.map(
              ({ key, pixel, place }, at) =>
                pixel && (
                  <span
                    key={key}
                    className="maps-pin"
                    data-open={place === null || undefined}
                    aria-hidden="true"
                    style={{ left: `${(pixel[0] / width) * 100}%`, top: `${(pixel[1] / height) * 100}%` }}
                  >
                    {at + 1}
                  </span>
                ),
            )}
        </div>
      </div>
      <p className="buttons">
        <SmallButton disabled={zoom === 0} onClick={() => zoomBy(-1)}>
          Smaller<span className="visually-hidden"> scan</span>
        </SmallButton>
        <SmallButton disabled={zoom === ZOOMS.length - 1} onClick={() => zoomBy(1)}>
          Larger<span className="visually-hidden"> scan</span>
        </SmallButton>
      </p>
    </div>
  )
}
