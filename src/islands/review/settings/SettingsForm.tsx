import {
  type SettingsForm as FormData,
  PALETTES,
  type SettingName,
  type SocietySettings,
  WATERMARK_OPACITY,
  WATERMARK_SIZE,
} from '#contract/settings.ts'
import { FormError } from '../../widgets/FormError.tsx'
import { WATERMARK_COLORS, WATERMARK_POSITIONS } from '#contract/scan.ts'
import { SETTING_LABELS, settingText } from '#rules/settings/setting-texts.ts'
import { withoutUnnamed } from '#rules/settings/society-settings.ts'
import type { SettingsStore } from '#stores/review/settings/settings.ts'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { Field } from '../../account/Field.tsx'
import { SubmitButton } from '../../account/SubmitButton.tsx'
import { useForm } from '../../account/use-form.ts'
import { useStore } from '../../widgets/use-store.ts'
import { FormField } from '../../widgets/FormField.tsx'
import { BaseMapFields } from './BaseMapFields.tsx'
import { errorAt, settingsFormSchema } from './form-schema.ts'
import { LogoField } from './LogoField.tsx'
import { LANGUAGES, TEXT } from './messages.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { type Accent, PALETTE_COLOURS, PAPER } from '#rules/settings/palettes.ts'
import { HALO_OPACITY, layOutWatermark, watermarkInk, watermarkText } from '#rules/media/watermark.ts'

interface Props {
  store: SettingsStore
  form: FormData
}

/** A browser may not list the one that is set, such as UTC. */
const zonesWith = (set: string) =>
  [...new Set([set, ...Intl.supportedValuesOf('timeZone')])].map((zone) => [zone, zone] as const)

/** All settings, in sections. A wrong one gets the focus and the reason; the button does where somebody else's changes came into the form. */
export function SettingsForm({ store, form: { settings: known, logo, first_run } }: Props) {
  const [{ round, mine }] = useState(store.$begun.get)
  const [settings] = useState({ ...(first_run ? withoutUnnamed(known) : known), ...mine })
  const { errors, text, isSending, props } = useForm(settingsFormSchema, (body) => {
    const { name, watermarkText } = body
    return store.save(first_run && watermarkText === '' ? { ...body, watermarkText: name } : body)
  })
  useEffect(() => {
    if (round > 0) props.ref.current?.querySelector<HTMLElement>('.settings-save button')?.focus()
  }, [round, props.ref])
  const [mark, setMark] = useState(settings)
  const field = (name: SettingName) => ({
    label: SETTING_LABELS[name],
    name,
    required: false,
    error: errorAt(errors, name),
    defaultValue: settingText(settings[name]),
  })
  const line = (name: SettingName, hint?: string) => <Field {...field(name)} {...(hint && { hint })} />
  const link = (name: SettingName) => <Field {...field(name)} type="url" inputMode="url" placeholder="https://" />
  const choice = (name: SettingName, choices: readonly (readonly [string, string])[], hint?: string) => (
    <FormField label={SETTING_LABELS[name]} hint={hint} error={errorAt(errors, name)}>
      {(control) => (
        <select {...control} name={name} defaultValue={settingText(settings[name])}>
          {choices.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
  const percent = (name: SettingName, { least, most }: { least: number; most: number }) => (
    <Field {...field(name)} type="number" min={least} max={most} inputMode="numeric" />
  )
  const organizations = useStore(store.$organizations)
  // A new archive has none yet: the society's own is added with its first member.
  const societies = [...new Map([[settings.organizationId, settings.name || TEXT.newSociety], ...organizations])].map(
    ([id, name]) => [String(id), name] as const,
  )
  const isListed = LANGUAGES.some(([tag]) => tag === settings.language)
  return (
    <form
      className="settings-form"
      aria-label="Settings"
      {...props}
      onChange={({ currentTarget }) => setMark(markOf(currentTarget, mark))}
    >
      <Section title={TEXT.society}>
        {line('name')}
        {line('siteName')}
        {choice('organizationId', societies, TEXT.organizationHint)}
        {line('town')}
        {line('tagline', TEXT.taglineHint)}
        {choice('timeZone', zonesWith(settings.timeZone), TEXT.timeZoneHint)}
        <Field {...field('email')} type="email" hint={TEXT.emailHint} />
      </Section>
      <Section title={TEXT.place} hint={TEXT.placeHint} wide>
        <PlaceFields store={store} settings={settings} errors={errors} />
      </Section>
      <Section title={SETTING_LABELS.baseMaps} hint={TEXT.baseMapsHint} wide>
        <BaseMapFields baseMaps={settings.baseMaps} errors={errors} />
      </Section>
      <Section title={TEXT.look} wide>
        <LogoField store={store} logo={logo} />
        <PaletteField chosen={settings.palette} />
        {choice(
          'language',
          isListed ? LANGUAGES : [[settings.language, settings.language], ...LANGUAGES],
          TEXT.languageHint,
        )}
      </Section>
      <Section title={TEXT.pictures} hint={first_run ? TEXT.picturesHintFirst : TEXT.picturesHint}>
        {line('watermarkText')}
        {choice('watermarkColor', WATERMARK_COLORS.map(named))}
        {choice('watermarkPosition', WATERMARK_POSITIONS.map(named))}
        {percent('watermarkSize', WATERMARK_SIZE)}
        {percent('watermarkOpacity', WATERMARK_OPACITY)}
        <WatermarkSample mark={mark} />
      </Section>
      <Section title={TEXT.links} hint={TEXT.linksHint}>
        {link('mainWebsite')}
        {link('donate')}
        {link('tutorial')}
        {line('licenceName')}
        {link('licenceUrl')}
        <FormField label={SETTING_LABELS.embeds} hint={TEXT.embedsHint} error={errorAt(errors, 'embeds')}>
          {(control) => (
            <textarea
              {...control}
              name="embeds"
              rows={3}
              defaultValue={settingText(settings.embeds)}
              spellCheck={false}
            />
          )}
        </FormField>
      </Section>
      <div className="settings-save">
        <FormError text={text} />
        <SubmitButton isSending={isSending}>{TEXT.save}</SubmitButton>
      </div>
    </form>
  )
}

const named = (value: string) => [value, value[0]!.toUpperCase() + value.slice(1)] as const

/** The watermark as it is typed, for the sample. */
function markOf(form: HTMLFormElement, before: FormData['settings']): FormData['settings'] {
  const values = Object.fromEntries(new window.FormData(form)) as Record<string, string>
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

interface SectionProps {
  title: string
  hint?: string
  /** Its parts lay themselves out. */
  wide?: boolean
  children: ReactNode
}
const Section = ({ title, hint, wide, children }: SectionProps) => (
  <section className={wide ? 'settings-section is-wide' : 'settings-section'}>
    <h2>{title}</h2>
    {hint && <p className="field-hint">{hint}</p>}
    <div className="settings-fields">{children}</div>
  </section>
)

const asProperties = ({ lake, on }: Accent, paper: string) =>
  ({ '--lake': lake, '--on-lake': on, '--paper': paper }) as CSSProperties

/** One of a few palettes, each shown as it looks by day and by night. */
const PaletteField = ({ chosen }: { chosen: SocietySettings['palette'] }) => (
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

const PICTURE = { width: 1200, height: 800 }
const FONT = '600 100px "Lotline Sans", "Source Sans 3", sans-serif'

function widthInEm(text: string): number {
  const context = document.createElement('canvas').getContext('2d')!
  context.font = FONT
  return context.measureText(text).width / 100
}

/** A picture with the watermark at the size that it will have; the letters are those of the page. */
function WatermarkSample({ mark }: { mark: SocietySettings }) {
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
    </svg>
  )
}
