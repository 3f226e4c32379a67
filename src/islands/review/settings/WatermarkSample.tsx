import type { SocietySettings } from '#contract/settings.ts'
import { HALO_OPACITY, layOutWatermark, watermarkInk, watermarkText } from '#rules/media/watermark.ts'
import { TEXT } from './messages.ts'

const PICTURE = { width: 1200, height: 800 }
const FONT = '600 100px "Lotline Sans", "Source Sans 3", sans-serif'

function widthInEm(text: string): number {
  const context = document.createElement('canvas').getContext('2d')!
  context.font = FONT
  return context.measureText(text).width / 100
}

/** A picture with the watermark at the size that it will have; the letters are those of the page. */
export function WatermarkSample({ mark }: { mark: SocietySettings }) {
  const text = watermarkText(mark.watermarkText)
  const layout =
    text === '' ? undefined : layOutWatermark(widthInEm(text), PICTURE, mark.watermarkPosition, mark.watermarkSize)
  const { ink, ground } = watermarkInk(mark.watermarkColor)
  return (
    <svg
      className="watermark-sample"
      viewBox={`0 0 ${PICTURE.width} ${PICTURE.height}`}
      role="img"
      aria-label={TEXT.sample}
    >
      <rect className="sample-sky" width="1200" height="800" />
      <path className="sample-hill" d="M0 520 250 380 480 500 760 330 1200 540V800H0Z" />
      <path className="sample-shore" d="M0 640 1200 600V800H0Z" />
      {layout && (
        <text
          x={layout.left + layout.halo}
          y={layout.top + layout.halo + layout.size}
          fontSize={layout.size}
          fill={ink}
          stroke={ground}
          strokeOpacity={HALO_OPACITY}
          strokeWidth={layout.halo}
          opacity={mark.watermarkOpacity / 100}
        >
          {text}
        </text>
      )}
    </svg>
  )
}
