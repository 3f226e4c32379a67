import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { SettingsCallName } from '#contract/endpoints.ts'
import type { LocationFeature } from '#contract/location.ts'
import type { SettingsEdit, SettingsForm } from '#contract/settings.ts'
import { organizationName } from '#rules/names/record-names.ts'
import type { FormFailure } from '../../auth/auth-stores.ts'
import { formFailure } from '../../auth/form-failure.ts'
import { AUTH } from '../../auth/messages.ts'
import type { Schedule } from '../../shared/deps.ts'
import { createGoingLive } from '../going-live.ts'

interface Deps {
  client: Client<SettingsCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  schedule: Schedule
}
export type SettingsStep = 'saved' | 'logo' | 'noLogo'

/** The society's settings, for administrators. */
export function createSettingsStore({ client, withSession, schedule }: Deps) {
  /** Follows the pages. */
  const live = createGoingLive({ client, schedule })
  const $form = atom<SettingsForm | null>(null)
  /** Why they could not be loaded. */
  const $problem = atom<string | null>(null)
  /** What was done last. */
  const $done = atom<SettingsStep | null>(null)
  /** Names by id, drafts too. */
  const $organizations = atom<ReadonlyMap<number, string>>(new Map())
  const $zones = atom<readonly LocationFeature[]>([])

  async function load(): Promise<void> {
    try {
      const [form, organizations] = await withSession(() =>
        Promise.all([client.call('settingsForm'), client.call('organizations').catch(() => [])]),
      )
      $organizations.set(new Map(organizations.map((each) => [each.id, organizationName(each)])))
      $form.set(form)
      $problem.set(null)
    } catch (problem) {
      $problem.set(AUTH.problem(problem))
      return
    }
    // The map can do without them.
    await client.call('locations').then(
      ({ features }) => $zones.set(features),
      () => undefined,
    )
  }
  async function take(step: SettingsStep, work: () => Promise<SettingsForm>): Promise<FormFailure> {
    $done.set(null)
    try {
      $form.set(await withSession(work))
      $done.set(step)
      live.follow(null, '', 'saved')
      return undefined
    } catch (problem) {
      return formFailure(problem)
    }
  }

  return {
    $form,
    $problem,
    $done,
    $live: live.$live,
    $organizations,
    $zones,
    load,
    save: (body: SettingsEdit) => take('saved', () => client.call('editSettings', { body })),
    changeLogo: (file: File) =>
      take('logo', () => {
        const body = new FormData()
        body.append('image', file)
        return client.call('changeLogo', { body })
      }),
    removeLogo: () =>
      take('noLogo', async () => {
        await client.call('removeLogo')
        return await client.call('settingsForm')
      }),
    /** False if that could not be written. */
    postpone: (): Promise<boolean> =>
      withSession(() => client.call('postponeSettings')).then(
        () => true,
        () => false,
      ),
  }
}
export type SettingsStore = ReturnType<typeof createSettingsStore>
