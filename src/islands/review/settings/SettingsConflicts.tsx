import type { SettingName, SocietySettings } from '#contract/settings.ts'
import { SETTING_LABELS, settingText } from '#rules/settings/setting-texts.ts'
import type { SettingsConflict, SettingsStore } from '#stores/review/settings/settings.ts'
import { ConflictList } from '../Conflicts.tsx'
import { TEXT } from './messages.ts'

/** Settings that somebody else changed as well. The form comes back after the last decision. */
export function SettingsConflicts({ store, conflict }: { store: SettingsStore; conflict: SettingsConflict }) {
  const { names, mine, theirs } = conflict
  const textOf = (name: SettingName, value: SocietySettings[SettingName]) => {
    if (name === 'baseMaps') return (value as SocietySettings['baseMaps']).map(({ title }) => title).join(', ')
    if (name === 'organizationId') return store.$organizations.get().get(Number(value)) ?? `No. ${String(value)}`
    return settingText(value)
  }
  const rows = names.map((field) => ({
    ...{ field, name: SETTING_LABELS[field] },
    ...{ theirs: textOf(field, theirs.settings[field]), mine: textOf(field, mine[field]!) },
  }))
  return <ConflictList text={TEXT.conflict(theirs.changed?.by?.name)} rows={rows} decide={store.decide} />
}
