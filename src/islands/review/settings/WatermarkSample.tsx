import type { SocietySettings } from '#contract/settings.ts'
import { HALO_OPACITY, layOutWatermark, watermarkCorner, watermarkInk, watermarkText } from '#rules/media/watermark.ts'
import { TEXT } from './messages.ts'

/** The watermark as it is typed, for the sample. */
export function markOf(form: HTMLFormElement, before: SocietySettings): SocietySettings {
  const values = Object.fromEntries(new FormData(form)) as Record<string, string>
  const percent = (name: 'watermarkSize' | 'watermarkOpacity') => Number(values[name]) || before[name]
  return {
    ...before,
    watermarkText: values.watermarkText ?? '',
    watermarkColor: values.watermarkColor as typeof before.watermarkColor,
    watermarkPosition: values.watermarkPosition as typeof before.watermarkPosition,
    watermarkSize: percent('watermarkSize'),
    watermarkOpacity: percent('watermarkOpacity'),
  }
}

const PICTURE = { width: 1200, height: 800 }
const FONT = '600 100px "Lotline Sans", "Source Sans 3", sans-serif'

function widthInEm(text: string): number {
  const context = document.createElement('canvas').getContext('2d')!
  context.font = FONT
  return context.measureText(text).width / 100
}

/** A picture with the watermark at the size that it will have, and its corner enlarged; the letters are those of the page. */
export function WatermarkSample({ mark }: { mark: SocietySettings }) {
  const text = watermarkText(mark.watermarkText)
  const layout =
    text === '' ? undefined : layOutWatermark(widthInEm(text), PICTURE, mark.watermarkPosition, mark.watermarkSize)
  const { ink, ground } = watermarkInk(mark.watermarkColor)
  const picture = (
    <>
      {/* A picture has the same colours by night. */}
      <rect fill="#e9d9c2" width="1200" height="800" />
      <path fill="#83673c" d="M0 520 250 380 480 500 760 330 1200 540V800H0Z" />
      <path fill="#ccb28a" d="M0 640 1200 600V800H0Z" />
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
    </>
  )
  const corner = layout && watermarkCorner(layout, PICTURE)
  return (
    <div className="watermark-sample">
      <svg viewBox={`0 0 ${PICTURE.width} ${PICTURE.height}`} role="img" aria-label={TEXT.sample}>
        {picture}
      </svg>
      {corner && (
        <svg viewBox={`${corner.left} ${corner.top} ${corner.width} ${corner.height}`} aria-hidden="true">
          {picture}
        </svg>
      )}
    </div>
  )
}
