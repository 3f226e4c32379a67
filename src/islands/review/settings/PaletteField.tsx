import type { CSSProperties } from 'react'
import { PALETTES, type SocietySettings } from '#contract/settings.ts'
import { PALETTE_COLOURS, PAPER, type Accent } from '#rules/settings/palettes.ts'
import { TEXT } from './messages.ts'

const asProperties = ({ lake, on }: Accent, paper: string) =>
  ({ '--lake': lake, '--on-lake': on, '--paper': paper }) as CSSProperties

/** One of a few palettes, each shown as it looks by day and by night. */
export const PaletteField = ({ chosen }: { chosen: SocietySettings['palette'] }) => (
  <fieldset className="palettes">
    <legend>{TEXT.palette}</legend>
    <div>
      {PALETTES.map((palette) => {
        const { name, light, dark } = PALETTE_COLOURS[palette]
        return (
          <label key={palette} className="palette">
            <input type="radio" name="palette" value={palette} defaultChecked={palette === chosen} />
            <span className="palette-name">{name}</span>
            <span className="palette-swatch" style={asProperties(light, PAPER.light)} aria-hidden="true">
              <b>Aa</b> <i>{TEXT.light}</i>
            </span>
            <span className="palette-swatch" style={asProperties(dark, PAPER.dark)} aria-hidden="true">
              <b>Aa</b> <i>{TEXT.dark}</i>
            </span>
          </label>
        )
      })}
    </div>
  </fieldset>
)
