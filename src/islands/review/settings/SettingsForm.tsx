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
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Field } from '../../account/Field.tsx'
import { SubmitButton } from '../../account/SubmitButton.tsx'
import { useForm } from '../../account/use-form.ts'
import { focusIn, useChanged, valuesOf } from './use-changed.ts'
import { useStore } from '../../widgets/use-store.ts'
import { FormField } from '../../widgets/FormField.tsx'
import { Options } from '../../widgets/SelectField.tsx'
import { BaseMapFields } from './BaseMapFields.tsx'
import { ContextFields } from './ContextFields.tsx'
import { errorAt, settingsFormSchema } from './form-schema.ts'
import { LogoField } from './LogoField.tsx'
import { LIVING_MODES, LIVING_YEARS } from '#contract/living.ts'
import { LANGUAGES, RIGHTS_CHOICES, TEXT } from './messages.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { type Accent, PALETTE_COLOURS, PAPER } from '#rules/settings/palettes.ts'
import { markOf, WatermarkSample } from './WatermarkSample.tsx'

interface Props {
  store: SettingsStore
  form: FormData
  /** What was done last. */
  children: ReactNode
}

/** A browser may not list the one that is set, such as UTC. */
const zonesWith = (set: string) =>
  [...new Set([set, ...Intl.supportedValuesOf('timeZone')])].map((zone) => [zone, zone] as const)

/** All settings, in sections. A wrong one gets the focus and the reason; the button does where somebody else's changes came into the form. */
export function SettingsForm({ store, form, children }: Props) {
  const { settings: known, logo, first_run } = form
  const [{ round, mine }] = useState(store.$begun.get)
  const [settings] = useState({ ...(first_run ? withoutUnnamed(known) : known), ...mine })
  const { isChanged, compare, saved, bar } = useChanged(first_run || Object.keys(mine).length > 0)
  const { errors, text, isSending, props } = useForm(settingsFormSchema, async (body, form) => {
    const { name, watermarkText } = body
    const sent = valuesOf(form)
    const failure = await store.save(first_run && watermarkText === '' ? { ...body, watermarkText: name } : body)
    if (!failure) saved(sent)
    return failure
  })
  useEffect(() => {
    if (round > 0) focusIn(bar.current)
  }, [round, bar])
  const done = useStore(store.$done)
  // These are sent by themselves, whatever else is still to be saved.
  const isApart = done !== null && ['logo', 'noLogo', 'contexts'].includes(done)
  const folded = useRef<HTMLDetailsElement>(null)
  // Before the wrong field gets the focus.
  useLayoutEffect(() => {
    if (errorAt(errors, 'baseMaps') !== undefined) folded.current!.open = true
  }, [errors])
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
          <Options of={choices} />
        </select>
      )}
    </FormField>
  )
  const area = (name: SettingName, rows: number, hint: string) => (
    <FormField label={SETTING_LABELS[name]} hint={hint} error={errorAt(errors, name)}>
      {(control) => (
        <textarea
          {...control}
          name={name}
          rows={rows}
          defaultValue={settingText(settings[name])}
          spellCheck={name !== 'embeds'}
        />
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
      onChange={({ currentTarget }) => {
        setMark(markOf(currentTarget, mark))
        compare()
      }}
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
      <Section title={SETTING_LABELS.living} hint={TEXT.livingHint}>
        {choice(
          'living',
          LIVING_MODES.map((mode) => [mode, TEXT.living[mode]] as const),
          TEXT.livingHow,
        )}
        <Field
          {...field('livingYears')}
          type="number"
          min={LIVING_YEARS.least}
          max={LIVING_YEARS.most}
          hint={TEXT.livingYears}
        />
      </Section>
      <Section title={TEXT.place} hint={TEXT.placeHint} wide>
        <PlaceFields store={store} settings={settings} errors={errors} onChange={compare} />
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
        {choice('publicDomainRights', RIGHTS_CHOICES, TEXT.rightsHint)}
        {choice('userResponsibilityRights', RIGHTS_CHOICES)}
        {area('embeds', 3, TEXT.embedsHint)}
      </Section>
      <Section title={TEXT.contexts} hint={TEXT.contextsHint}>
        <ContextFields store={store} {...form} />
      </Section>
      <Section title={TEXT.texts} hint={TEXT.textsHint} wide>
        {area('aboutText', 8, TEXT.aboutHint)}
        {area('contributeText', 8, TEXT.contributeHint)}
        {area('welcomeText', 4, TEXT.welcomeTextHint)}
      </Section>
      <details ref={folded} className="settings-section is-wide">
        <summary>
          <h2>{SETTING_LABELS.baseMaps}</h2>
        </summary>
        <p className="field-hint">{TEXT.baseMapsHint}</p>
        <BaseMapFields baseMaps={settings.baseMaps} errors={errors} onChange={compare} />
      </details>
      <div ref={bar} className="settings-save">
        <FormError text={text} />
        <p className="form-done" role="status" tabIndex={-1}>
          {(!isChanged || isApart) && children}
        </p>
        {isChanged && <SubmitButton isSending={isSending}>{TEXT.save}</SubmitButton>}
      </div>
    </form>
  )
}

const named = (value: string) => [value, value[0]!.toUpperCase() + value.slice(1)] as const

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
