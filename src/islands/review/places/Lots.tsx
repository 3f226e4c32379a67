import { useId, useState, type FormEvent } from 'react'
import { Button, SmallButton } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { Waiting } from '../../widgets/RequestProblem.tsx'
import type { Lot } from '#stores/review/places/lots.ts'
import { TextField } from '../../widgets/TextField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { Status } from '../../widgets/Status.tsx'
import { nothingDoneText } from '../messages.ts'
import { usePlaces } from './places-context.ts'

/** The lots of the open place. */
export function Lots() {
  const id = useId()
  const { places } = usePlaces()
  const state = useStore(places.lots.$lots)
  const done = useStore(places.lots.$done)
  const isBusy = useStore(places.lots.$isRunning)
  const [open, setOpen] = useState<string | number>()
  const [added, setAdded] = useState('')
  if (!state) return null
  const { zone, lots, error, refusal } = state
  async function add(event: FormEvent) {
    event.preventDefault()
    if (added.trim() !== '' && (await places.lots.add(added.trim()))) setAdded('')
  }
  return (
    <section className="places-lots" aria-labelledby={id} aria-busy={isBusy}>
      <h3 id={id}>Lots</h3>
      <Waiting resource={lots} onRetry={() => places.lots.load(zone)} />
      {lots.value && (
        <ul>
          {lots.value.map((lot) => (
            <li key={lot.key}>
              <div className="row">
                <span>
                  {lot.label}
                  {lot.detail && <span className="meta"> · {lot.detail}</span>}
                </span>
                <SmallButton
                  aria-expanded={open === lot.key}
                  aria-label={`Change ${lot.label}`}
                  onClick={() => setOpen(open === lot.key ? undefined : lot.key)}
                >
                  Change
                </SmallButton>
              </div>
              {open === lot.key && <LotForm lot={lot} error={error} onDone={() => setOpen(undefined)} />}
            </li>
          ))}
        </ul>
      )}
      <form className="places-add" onSubmit={(event) => void add(event)}>
        <TextField
          label="New lot"
          autoComplete="off"
          value={added}
          error={open === undefined ? error : undefined}
          onChange={setAdded}
        />
        <button type="submit" className="button" aria-disabled={added.trim() === '' || isBusy}>
          Add Lot
        </button>
      </form>
      <FormError text={refusal && nothingDoneText(refusal)} />
      <Status className="meta">{done}</Status>
    </section>
  )
}

/** Another number, another place, or away with it. */
function LotForm({ lot, error, onDone }: { lot: Lot; error: string | undefined; onDone: () => void }) {
  const { places } = usePlaces()
  const [number, setNumber] = useState(String(lot.key))
  const [zone, setZone] = useState('')
  const found = places.list.zone(Number(zone))
  const after = (isDone: boolean) => {
    if (isDone) onDone()
  }
  return (
    <div className="places-lot-form">
      <form
        className="places-add"
        onSubmit={(event) => {
          event.preventDefault()
          if (number.trim() !== '') void places.lots.rename(lot, number.trim()).then(after)
        }}
      >
        <TextField label="Lot number" autoComplete="off" value={number} error={error} onChange={setNumber} />
        <button type="submit" className="button">
          Rename
        </button>
      </form>
      <form
        className="places-add"
        onSubmit={(event) => {
          event.preventDefault()
          if (found) void places.lots.move(lot, found.pk, `“${found.name}”`).then(after)
        }}
      >
        <TextField
          label="Number of another place"
          hint={found ? found.name : zone === '' ? 'The list of places shows the numbers.' : 'There is no such place.'}
          inputMode="numeric"
          autoComplete="off"
          value={zone}
          onChange={setZone}
        />
        <button type="submit" className="button" aria-disabled={!found}>
          Move
        </button>
      </form>
      <Button onClick={() => void places.lots.remove(lot).then(after)}>Remove {lot.label}</Button>
      <p className="field-hint">
        Its owners go with it. You can bring both back for thirty days: they are listed under “Undo”.
      </p>
    </div>
  )
}
