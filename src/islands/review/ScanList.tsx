import { useState } from 'react'
import { SmallButton } from '../widgets/Button.tsx'
import { FormError } from '../widgets/FormError.tsx'
import { FormField } from '../widgets/FormField.tsx'
import type { DeskRecord } from '#contract/record.ts'
import { IMAGE_WIDTHS, WATERMARK_COLORS, WATERMARK_POSITIONS } from '#contract/scan.ts'
import { fitInBox } from '#rules/media/pictures.ts'
import { fieldName } from '#rules/names/field-names.ts'
import { isAlike } from '#stores/shared/is-alike.ts'
import { SelectField } from '../widgets/SelectField.tsx'
import { movedText, SortHandle, SortHint, type SortableRows, useSortableRows } from '../widgets/sortable-rows.tsx'
import { Status } from '../widgets/Status.tsx'
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

/** The pictures of an item: order, turn, replacement, watermark, removal. Each change is saved at once. */
export function ScanList({ item }: { item: DeskRecord }) {
  const { desk } = useDesk()
  const isBusy = useStore(desk.scans.$isRunning)
  const refusal = useStore(desk.scans.$refusal)
  const order = useStore(desk.scans.$order)
  const placeOf = ({ key }: Scan) => order?.indexOf(Number(key)) ?? 0
  const scans = item.scans.toSorted((a, b) => placeOf(a) - placeOf(b))
  const [moved, setMoved] = useState('')
  async function onMove(key: Scan['key'], gap: number) {
    const from = scans.findIndex((scan) => scan.key === key)
    const to = gap > from ? gap : gap + 1
    if (await desk.scans.move(item, key, gap)) setMoved(movedText(`Picture ${from + 1}`, to, scans.length))
  }
  const rows = useSortableRows({ count: scans.length, canSort: scans.length > 1, onMove })
  return (
    <section className="desk-scans" aria-labelledby="desk-scans" aria-busy={isBusy}>
      <h3 id="desk-scans">Pictures</h3>
      <p className="field-hint">Changes of pictures are saved at once.</p>
      <FormError text={refusal && refusalText(refusal)} />
      <UndoNote store={desk.last} />
      <ReadPages item={item} />
      <SortHint {...rows} />
      <Status className="visually-hidden">{moved}</Status>
      <ol className="rows" {...rows.list}>
        {scans.map((scan, at) => (
          <ScanRow key={scan.key} {...{ item, scan, at, rows }} />
        ))}
      </ol>
      <AddPages item={item} />
    </section>
  )
}

interface RowProps {
  item: DeskRecord
  scan: Scan
  at: number
  rows: SortableRows<Scan['key']>
}

function ScanRow({ item, scan, at, rows }: RowProps) {
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
  const button = (text: string, label: string, work: () => unknown, isOff = isBusy) => (
    <SmallButton aria-disabled={isOff} aria-label={label} onClick={() => isOff || void work()}>
      {text}
    </SmallButton>
  )
  const turn = (by: number) => desk.scans.change(item, scan, { turn: (Number(scan.fields['turn'] ?? 0) + by) % 360 })
  return (
    <li {...rows.row(scan.key, at)}>
      <div className="desk-scan-picture" onPointerDown={({ nativeEvent }) => rows.press(scan.key, nativeEvent)}>
        <SortHandle rows={rows} id={scan.key} at={at} name={name} />
        {src && <img src={src} alt={capital(name)} draggable={false} {...size} />}
      </div>
      <div>
        <p className="buttons">
          {button('Up', `Move ${name} up`, () => rows.onMove(scan.key, at - 1), at === 0)}
          {button('Down', `Move ${name} down`, () => rows.onMove(scan.key, at + 2), at === rows.count - 1)}
          {button('Turn Left', `Turn Left: ${name}`, () => turn(270))}
          {button('Turn Right', `Turn Right: ${name}`, () => turn(90))}
          {button('Remove', `Remove ${name}`, () => desk.scans.remove(item, scan))}
          <RemoveButton store={desk.removal} name={scan} label={name} text="Take Down…" onGone={renew} />
          <TakedownButton picture={{ kind: 'scans', key: scan.key }} name={name} src={src} />
        </p>
        <Shows key={String(scan.fields['alt'])} item={item} scan={scan} />
        <ScanText item={item} scan={scan} name={name} />
        <Audience record={scan} />
        <details>
          <summary>Replace</summary>
          <Replace {...{ item, scan, name }} />
        </details>
        <details>
          <summary>Watermark</summary>
          <Watermark key={scan.version} item={item} scan={scan} />
        </details>
      </div>
    </li>
  )
}

const KEEPS =
  'Its place, its text and what it shows stay: see afterwards whether they still fit. You can undo it for thirty days.'

/** Another picture in its place. */
function Replace({ item, scan, name }: { item: DeskRecord; scan: Scan; name: string }) {
  const { desk } = useDesk()
  const isBusy = useStore(desk.scans.$isRunning)
  return (
    <div className="desk-watermark">
      <FormField label={`Another picture instead of ${name}`} hint={KEEPS}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept="image/*,.tif,.tiff"
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              currentTarget.value = ''
              if (file) void desk.scans.replace(item, scan, file)
            }}
          />
        )}
      </FormField>
    </div>
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
