import { followsWords } from '#rules/wizard/dates.ts'
import { SmallButton } from '../../widgets/Button.tsx'
import { DateField } from '../../widgets/DateField.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { TextField } from '../../widgets/TextField.tsx'
import { dateReading } from '../messages.ts'
import { loadMap } from '../parts.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import { TagField } from '../TagField.tsx'
import { usePart } from '../use-part.ts'
import { useDraftError, useDraftField, useWizard } from '../wizard-context.ts'

/** Spec §2 "Location and time". */
export const PlaceAndTime = () => (
  <SectionFrame
    section="location-and-time"
    lead="Where and when was it made, or what does it show? A year is enough. Leave out what you don't know."
  >
    <TagField
      list="location"
      label="Location"
      hint="Type a name or an address and choose it from the list, or use the map."
    >
      <MapChoice />
    </TagField>
    <Dates />
  </SectionFrame>
)

function MapChoice() {
  const { stores } = useWizard()
  const location = useDraftField('location')
  const { Part, state, problem, load } = usePart(loadMap)
  return (
    <div className="map-choice" data-arrow-keys>
      {Part ? (
        <Part chosen={location} onChoose={(location) => stores.change({ location })} />
      ) : (
        <SmallButton aria-disabled={state === 'loading'} onClick={load}>
          {state === 'loading' ? 'Opening the map…' : 'Choose on the map'}
        </SmallButton>
      )}
      <FormError text={problem} />
    </div>
  )
}

function Dates() {
  const { stores } = useWizard()
  const dateText = useDraftField('dateText')
  const isRange = useDraftField('isRange')
  const start = useDraftField('start')
  const end = useDraftField('end')
  const errors = { text: useDraftError('dateText'), start: useDraftError('start'), end: useDraftError('end') }
  return (
    <fieldset className="dates">
      <legend className="visually-hidden">Date</legend>
      <div>
        <TextField
          label="Date in words"
          hint="As it is written, or as you know it: about 1890 to 1895, summer 1914, before 1900."
          error={errors.text}
          autoComplete="off"
          value={dateText}
          onChange={stores.setDateText}
        />
        <p className="field-hint" role="status">
          {dateText.trim() !== '' && dateReading(dateText, followsWords({ dateText, isRange, start, end }))}
        </p>
      </div>
      <fieldset>
        <legend>Date range</legend>
        <div className="toggle">
          {[false, true].map((value) => (
            <label key={String(value)}>
              <input
                type="radio"
                name="date-range"
                checked={isRange === value}
                onChange={() => stores.change({ isRange: value })}
              />
              <span>{value ? 'Yes' : 'No'}</span>
            </label>
          ))}
        </div>
        <p className="field-hint">Choose Yes if it took some years, or if you only know “between … and …”.</p>
      </fieldset>
      <DateField
        label={isRange ? 'Start date' : 'Date'}
        exactness={isRange ? 'How exact is the start?' : 'How exact is it?'}
        exactnessHint="Choose Month or Date if you know more than the year."
        date={start}
        error={errors.start}
        onType={(typed) => stores.setDate('start', typed)}
        onSpecificity={(specificity) => stores.setSpecificity('start', specificity)}
      />
      {isRange && (
        <DateField
          label="End date"
          exactness="How exact is the end?"
          date={end}
          error={errors.end}
          onType={(typed) => stores.setDate('end', typed)}
          onSpecificity={(specificity) => stores.setSpecificity('end', specificity)}
        />
      )}
    </fieldset>
  )
}
