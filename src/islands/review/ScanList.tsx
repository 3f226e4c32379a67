import { useState } from 'react'
import { FormError } from '../widgets/FormError.tsx'
import type { DeskRecord } from '#contract/record.ts'
import { IMAGE_WIDTHS, WATERMARK_COLORS, WATERMARK_POSITIONS } from '#contract/scan.ts'
import { fitInBox } from '#rules/media/pictures.ts'
import { fieldName } from '#rules/names/field-names.ts'
import { isAlike } from '#stores/shared/is-alike.ts'
import { SelectField } from '../widgets/SelectField.tsx'
import { TextField } from '../widgets/TextField.tsx'
import { useStore } from '../widgets/use-store.ts'
import { AddPages } from './AddPages.tsx'
import { Audience } from './Audience.tsx'
import { useDesk } from './desk-context.ts'
import { refusalText } from './messages.ts'
import { ReadPages } from './ReadPages.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { ScanText } from './ScanText.tsx'
import { TakedownButton } from './Takedown.tsx'
import { UndoNote } from './undo/UndoNote.tsx'
import { usePicture } from './use-pictures.ts'

type Scan = DeskRecord['scans'][number]
const BOX = { width: 96, height: 96 }
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)
const COLORS = WATERMARK_COLORS.map((color) => [color, capital(color)] as const)
const POSITIONS = WATERMARK_POSITIONS.map((position) => [position, capital(position)] as const)

/** The pictures of an item: order, watermark, removal. Each change is saved at once. */
export function ScanList({ item }: { item: DeskRecord }) {
  const { desk } = useDesk()
  const isBusy = useStore(desk.scans.$isRunning)
  const refusal = useStore(desk.scans.$refusal)
  return (
    <section className="desk-scans" aria-labelledby="desk-scans" aria-busy={isBusy}>
      <h3 id="desk-scans">Pictures</h3>
      <p className="field-hint">Changes of pictures are saved at once.</p>
      <FormError text={refusal && refusalText(refusal)} />
      <UndoNote store={desk.last} />
      <ReadPages item={item} />
      <ol className="rows">
        {item.scans.map((scan, at) => (
          <ScanRow key={scan.key} item={item} scan={scan} at={at} />
        ))}
      </ol>
      <AddPages item={item} />
    </section>
  )
}

function ScanRow({ item, scan, at }: { item: DeskRecord; scan: Scan; at: number }) {
  const { desk } = useDesk()
  const isBusy = useStore(desk.scans.$isRunning)
  const src = usePicture({
    call: 'scanImage',
    id: Number(scan.key),
    version: scan.version,
    width: IMAGE_WIDTHS[0],
  })
  const renew = () => void desk.refresh(item)
  const size = scan.width && scan.height ? fitInBox(scan.width, scan.height, BOX) : undefined
  const name = `picture ${at + 1}`
  const step = (by: 1 | -1, text: string) => {
    const isOff = isBusy || at + by < 0 || at + by >= item.scans.length
    return (
      <button
        type="button"
        className="small-button"
        aria-disabled={isOff}
        aria-label={`Move ${name} ${text}`}
        onClick={() => isOff || void desk.scans.move(item, scan, by)}
      >
        {capital(text)}
      </button>
    )
  }
  return (
    <li>
      <span className="desk-scan-picture">{src && <img src={src} alt={capital(name)} {...size} />}</span>
      <div>
        <p className="buttons">
          {step(-1, 'up')}
          {step(1, 'down')}
          <button
            type="button"
            className="small-button"
            aria-disabled={isBusy}
            aria-label={`Remove ${name}`}
            onClick={() => isBusy || void desk.scans.remove(item, scan)}
          >
            Remove
          </button>
          <RemoveButton store={desk.removal} name={scan} label={name} text="Take Down…" onGone={renew} />
          <TakedownButton picture={{ kind: 'scans', key: scan.key }} name={name} src={src} />
        </p>
        <Shows key={String(scan.fields['alt'])} item={item} scan={scan} />
        <ScanText item={item} scan={scan} name={name} />
        <Audience record={scan} />
        <details>
          <summary>Watermark</summary>
          <Watermark key={scan.version} item={item} scan={scan} />
        </details>
      </div>
    </li>
  )
}

/** What the picture shows, for people who do not see it. */
function Shows({ item, scan }: { item: DeskRecord; scan: Scan }) {
  const { desk } = useDesk()
  const stored = String(scan.fields['alt'] ?? '')
  const [alt, setAlt] = useState(stored)
  return (
    <div className="desk-watermark">
      <TextField label={fieldName('scans', 'alt')} value={alt} onChange={setAlt} />
      {alt !== stored && (
        <button type="button" className="small-button" onClick={() => void desk.scans.change(item, scan, { alt })}>
          Save What It Shows
        </button>
      )}
    </div>
  )
}

interface Mark {
  watermark: string
  color: (typeof WATERMARK_COLORS)[number]
  position: (typeof WATERMARK_POSITIONS)[number]
}

function Watermark({ item, scan }: { item: DeskRecord; scan: Scan }) {
  const { desk } = useDesk()
  const { watermark, color, position } = scan.fields as unknown as Mark
  const stored = { watermark, color, position }
  const [mark, setMark] = useState(stored)
  const set = (change: Partial<Mark>) => setMark({ ...mark, ...change })
  const isChanged = !isAlike(mark, stored)
  return (
    <div className="desk-watermark">
      <TextField label="Text" value={mark.watermark} onChange={(watermark) => set({ watermark })} />
      <SelectField label="Colour" value={mark.color} choices={COLORS} onChange={(color) => set({ color })} />
      <SelectField label="Place" value={mark.position} choices={POSITIONS} onChange={(position) => set({ position })} />
      <button
        type="button"
        className="small-button"
        aria-disabled={!isChanged}
        onClick={() => isChanged && void desk.scans.change(item, scan, { ...mark })}
      >
        Save the Watermark
      </button>
    </div>
  )
}
