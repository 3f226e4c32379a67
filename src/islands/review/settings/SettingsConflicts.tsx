import type { SettingName, SocietySettings } from '#contract/settings.ts'
import { SETTING_LABELS, settingText } from '#rules/settings/setting-texts.ts'
import type { SettingsConflict, SettingsStore } from '#stores/review/settings/settings.ts'
import { TEXT } from './messages.ts'

/** Settings that somebody else changed as well: both values, one of which counts. The form comes back after the last decision. */
export function SettingsConflicts({ store, conflict }: { store: SettingsStore; conflict: SettingsConflict }) {
  const { names, mine, theirs } = conflict
  const textOf = (name: SettingName, value: SocietySettings[SettingName]) => {
    if (name === 'baseMaps') return (value as SocietySettings['baseMaps']).map(({ title }) => title).join(', ')
    if (name === 'organizationId') return store.$organizations.get().get(Number(value)) ?? `No. ${String(value)}`
    return settingText(value)
  }
  return (
    <section className="desk-changed" role="alert">
      <p>{TEXT.conflict(theirs.changed?.by?.name)}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <strong>{SETTING_LABELS[name]}</strong>
            <p>
              Theirs: <q>{textOf(name, theirs.settings[name])}</q>
            </p>
            <p>
              Yours: <q>{textOf(name, mine[name]!)}</q>
            </p>
            <p className="desk-buttons">
              <button type="button" className="small-button" onClick={() => store.decide(name, 'theirs')}>
                Take Theirs
              </button>
              <button type="button" className="small-button" onClick={() => store.decide(name, 'mine')}>
                Keep Mine
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
