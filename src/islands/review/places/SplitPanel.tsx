import { useEffect, useState } from 'react'
import { Button } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { Loading } from '#components/record/Loading.tsx'
import type { Geometry } from '#contract/location.ts'
import { type Side, SIDES, type ZoneLinks } from '#contract/split.ts'
import type { SplitPlan, SplitTexts } from '#stores/review/places/split.ts'
import { refusalOf } from '#stores/review/send-step.ts'
import { TextArea } from '../../widgets/TextField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { nothingDoneText } from '../messages.ts'
import { FormFrame } from '../RecordForm.tsx'
import { linkedName, TEXT } from './messages.ts'
import { PanelHead } from './PanelHead.tsx'
import { usePlaces } from './places-context.ts'
import { NewPlace, YearField } from './NewPlace.tsx'
import type { RecordKind } from '#contract/record.ts'
import { nameText } from '#stores/review/record-names.ts'

/** Splits the open place by a line. */
export function SplitPanel() {
  const { places } = usePlaces()
  const split = useStore(places.split.$split)
  const view = useStore(places.$view)
  const back = 'zone' in view ? () => void places.open(view.zone) : places.showList
  const plan = split.value
  return (
    <section>
      <PanelHead title={plan ? `Split “${plan.zone.label}”` : 'Split a place'} back={back} />
      {plan ? (
        <SplitForm plan={plan} back={back} />
      ) : split.state === 'failed' ? (
        <FormError text={nothingDoneText(refusalOf(split.problem))} />
      ) : (
        <Loading />
      )}
    </section>
  )
}

const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left')

function SplitForm({ plan, back }: { plan: SplitPlan; back: () => void }) {
  const { places, canvas, map } = usePlaces()
  const { zone, values, errors, parts, keeps, refusal, state } = plan
  const isHistory = values.year.trim() !== ''
  const isDrawing = useStore(map.$drawing)
  const [isAway, setAway] = useState(false)
  useEffect(
    () => () => {
      canvas.stopDrawing()
      void canvas.showParts(null)
    },
    [canvas],
  )
  useEffect(() => {
    void canvas.showParts(parts && { kept: parts[keeps], added: parts[otherSide(keeps)] })
  }, [canvas, parts, keeps])
  useEffect(() => map.reveal(Number(zone.key)), [map, zone])

  const change = (field: keyof SplitTexts) => (text: string) => places.split.change(field, text)
  async function draw() {
    const outline = zone.fields['geometry'] as Geometry | null
    setAway(!(await canvas.drawLine(outline, (line) => change('line')(line || values.line))))
  }
  async function send() {
    canvas.stopDrawing()
    await places.split.send()
  }
  return (
    <FormFrame className="places-form" onSave={send}>
      <div className="places-tools">
        <Button onClick={() => (isDrawing ? canvas.stopDrawing() : void draw())}>
          {isDrawing ? 'Done on the Map' : values.line === '' ? 'Draw the Line on the Map' : 'Draw Again'}
        </Button>
        <p className="field-hint" role="status">
          {isDrawing && TEXT.drawLine}
          {isAway && 'The drawing tools could not be loaded. Please try again, or write the points below.'}
        </p>
      </div>
      <TextArea
        label="Points of the line"
        className="places-corners"
        hint={TEXT.lineHint}
        rows={3}
        spellCheck={false}
        required
        value={values.line}
        // A line that is being drawn does not pass through yet.
        error={isDrawing ? undefined : errors.line}
        onChange={(text) => {
          canvas.stopDrawing()
          change('line')(text)
        }}
      />
      <YearField {...{ values, errors, change }} hint={TEXT.splitYear} />
      <fieldset>
        <legend>
          {isHistory ? 'Which part is the second place?' : `Which part stays “${zone.label}”, number ${zone.key}?`}
        </legend>
        {SIDES.map((side) => (
          <label key={side} className="desk-check">
            <input type="radio" name="keeps" checked={keeps === side} onChange={() => places.split.keep(side)} />
            The one on the {side} of the line
          </label>
        ))}
        <p className="field-hint">
          Seen along the line, from its first point. On the map,{' '}
          {isHistory ? 'the second place' : 'the part that stays'} has a solid line, the {isHistory ? 'first' : 'new'}{' '}
          one a dashed one.
        </p>
      </fieldset>
      <NewPlace
        {...{ values, errors, change }}
        title={isHistory ? 'The first new place' : 'The new place'}
        fields={[['name', 'Name'], ['address', 'Address']]} // prettier-ignore
      />
      <TextArea
        label="Other names"
        hint="One name on each line."
        rows={2}
        value={values.altnames}
        error={errors.altnames}
        onChange={change('altnames')}
      />
      {isHistory && (
        <NewPlace
          {...{ values, errors, change }}
          title="The second new place"
          fields={[['other_name', 'Name of the second place'], ['other_address', 'Address of the second place']]} // prettier-ignore
        />
      )}
      <LinkChoice plan={plan} isHistory={isHistory} />
      <p className="field-hint">{isHistory ? TEXT.yearUndo : TEXT.splitUndo}</p>
      <FormError text={refusal ? nothingDoneText(refusal) : errors.moves} />
      <div className="buttons">
        <button type="submit" className="button strong" aria-disabled={state === 'sending'}>
          Split
        </button>
        <Button onClick={back}>Cancel</Button>
      </div>
    </FormFrame>
  )
}

/** Everything that belongs to the place; what is ticked goes to the new one. */
function LinkChoice({ plan: { links, moves }, isHistory }: { plan: SplitPlan; isHistory: boolean }) {
  return (
    <div className="places-links">
      <h3>What belongs to which {isHistory ? 'place' : 'part'}?</h3>
      <p className="field-hint">
        {links.length === 0
          ? 'Nothing refers to this place.'
          : isHistory
            ? 'Everything stays with the place that ends. Tick what goes to the first new place.'
            : 'Everything stays with the part that keeps the number. Tick what goes to the new place.'}
      </p>
      {[...Map.groupBy(links, ({ kind }) => kind)].map(([kind, some]) => (
        <Kind key={kind} kind={kind} links={some} moves={moves} />
      ))}
      <p className="visually-hidden" role="status">
        {moves.size > 0 && `${moves.size} of ${links.length} go to the ${isHistory ? 'first ' : ''}new place.`}
      </p>
    </div>
  )
}

function Kind({ kind, links, moves }: { kind: RecordKind; links: ZoneLinks; moves: ReadonlySet<string> }) {
  const { places } = usePlaces()
  const names = links.map(nameText)
  const count = names.filter((name) => moves.has(name)).length
  return (
    <fieldset>
      <legend>
        {linkedName(kind)} ({links.length})
      </legend>
      {links.length > 1 && (
        <label className="desk-check">
          <input
            type="checkbox"
            checked={count === links.length}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && count < links.length
            }}
            onChange={({ currentTarget }) => places.split.assign(names, currentTarget.checked)}
          />
          All of them
        </label>
      )}
      <ul>
        {links.map((link) => (
          <li key={nameText(link)}>
            <label className="desk-check">
              <input
                type="checkbox"
                checked={moves.has(nameText(link))}
                onChange={({ currentTarget }) => places.split.assign([nameText(link)], currentTarget.checked)}
              />
              <span>
                {link.label}
                {link.detail && <span className="meta"> · {link.detail}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
