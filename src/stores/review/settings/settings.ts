import { atom, computed } from 'nanostores'
import type { SettingsCallName } from '#contract/endpoints.ts'
import type { LocationFeature } from '#contract/location.ts'
import type { SettingName, SettingsEdit, SettingsForm } from '#contract/settings.ts'
import { organizationName } from '#rules/names/record-names.ts'
import type { FormFailure } from '../../auth/auth-stores.ts'
import { formResult } from '../../auth/form-failure.ts'
import { isAlike } from '../../shared/is-alike.ts'
import { resource } from '../../shared/resource.ts'
import { hasStatus, ifMatch } from '../send-step.ts'
import type { Schedule, SessionDeps } from '../../shared/deps.ts'
import { createGoingLive } from '../going-live.ts'

interface Deps extends SessionDeps<SettingsCallName> {
  schedule: Schedule
}
export type SettingsStep = 'saved' | 'same' | 'logo' | 'noLogo' | 'contexts'
/** Settings that somebody else changed as well: `names` are undecided. */
export interface SettingsConflict {
  names: readonly SettingName[]
  mine: SettingsEdit
  theirs: SettingsForm
}

/** How often a change is sent again when others change other settings at the same time. */
const ATTEMPTS = 3
const namesOf = (edit: SettingsEdit) => Object.keys(edit) as SettingName[]
const changedIn = (edit: SettingsEdit, { settings }: SettingsForm): SettingsEdit =>
  Object.fromEntries(Object.entries(edit).filter(([name, value]) => !isAlike(value, settings[name as SettingName])))

/** The society's settings, for administrators. */
export function createSettingsStore({ client, withSession, schedule }: Deps) {
  /** Follows the pages. */
  const live = createGoingLive({ client, schedule })
  const loaded = resource(async () => {
    const [form, organizations] = await withSession(() =>
      Promise.all([client.call('settingsForm'), client.call('organizations').catch(() => [])]),
    )
    $organizations.set(new Map(organizations.map((each) => [each.id, organizationName(each)])))
    return form
  })
  const $form = computed(loaded.$resource, ({ value }) => value ?? null)
  /** What was done last. */
  const $done = atom<SettingsStep | null>(null)
  /** Names by id, drafts too. */
  const $organizations = atom<ReadonlyMap<number, string>>(new Map())
  const $zones = atom<readonly LocationFeature[]>([])
  const $conflict = atom<SettingsConflict | null>(null)
  /** What the form begins with; another one whenever somebody else's changes came into it. `mine` is not saved yet. */
  const $begun = atom<{ round: number; mine: SettingsEdit }>({ round: 0, mine: {} })
  const beginAgain = (mine: SettingsEdit) => $begun.set({ round: $begun.get().round + 1, mine })

  async function load(): Promise<void> {
    await loaded.load()
    if (loaded.$resource.get().state === 'failed') return
    // The map can do without them.
    await client.call('locations').then(
      ({ features }) => $zones.set(features),
      () => undefined,
    )
  }
  const change = (step: SettingsStep, work: () => Promise<SettingsForm | null>) =>
    formResult(async () => {
      $done.set(null)
      const form = await withSession(work)
      if (!form) return
      loaded.set(form)
      $done.set(step)
      live.follow(null, '', 'saved')
    })
  /** The settings as they are now; null while `$conflict` waits for a decision. Others' changes of other settings stay. */
  async function send(body: SettingsEdit, base: SettingsForm, attempt = 1): Promise<SettingsForm | null> {
    try {
      const form = await client.call('editSettings', { body, headers: ifMatch(base) })
      if (attempt > 1) {
        // The form begins again with what is stored now.
        loaded.set(form)
        beginAgain({})
      }
      return form
    } catch (problem) {
      if (!hasStatus(problem, 412) || attempt === ATTEMPTS) throw problem
    }
    const theirs = await client.call('settingsForm')
    const theirChanges = changedIn(theirs.settings, base)
    const names = namesOf(changedIn(body, theirs)).filter((name) => name in theirChanges)
    if (names.length === 0) return send(body, theirs, attempt + 1)
    $conflict.set({ names, mine: body, theirs })
    return null
  }
  /** What is sent apart says nothing about settings that others changed meanwhile: the form is still based on the earlier ones. */
  const withApart = ({ settings: _, version: __, ...apart }: SettingsForm): SettingsForm => ({
    ...$form.get()!,
    ...apart,
  })

  return {
    $form,
    $loaded: loaded.$resource,
    $done,
    $live: live.$live,
    $organizations,
    $zones,
    $conflict,
    $begun,
    load,
    /** Sends what differs; everything for a new archive, whose settings are made with it. */
    async save(values: SettingsEdit): Promise<FormFailure> {
      const base = $form.get()!
      const edit = base.first_run ? values : changedIn(values, base)
      if (namesOf(edit).length > 0) return change('saved', () => send(edit, base))
      $done.set('same')
      return undefined
    },
    /** Decides a conflict. After the last one the form comes back, with what is left to save. */
    decide(decided: SettingName, whose: 'theirs' | 'mine') {
      const { names: before, mine: edit, theirs } = $conflict.get()!
      const names = before.filter((name) => name !== decided)
      const mine = whose === 'mine' ? edit : { ...edit, [decided]: theirs.settings[decided] }
      if (names.length > 0) return $conflict.set({ names, mine, theirs })
      $conflict.set(null)
      loaded.set(theirs)
      beginAgain(mine)
    },
    changeLogo: (file: File) =>
      change('logo', () => {
        const body = new FormData()
        body.append('image', file)
        return client.call('changeLogo', { body }).then(withApart)
      }),
    removeLogo: () =>
      change('noLogo', async () => {
        await client.call('removeLogo')
        return client.call('settingsForm').then(withApart)
      }),
    /** Fetches the projects of Local Contexts that records name, with a new key if one is given. */
    fetchContexts: (key: string | undefined) =>
      change('contexts', () =>
        client.call('fetchContexts', { body: { ...(key !== undefined && { key }) } }).then(withApart),
      ),
    /** False if that could not be written. */
    postpone: (): Promise<boolean> =>
      withSession(() => client.call('postponeSettings')).then(
        () => true,
        () => false,
      ),
  }
}
export type SettingsStore = ReturnType<typeof createSettingsStore>
