import { API } from '#contract/messages.ts'
import type { SettingsForm } from '#contract/settings.ts'
import type { Db } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { noContent, type Mount } from '../http/mount.ts'
import { readAudit } from '../records/audit.ts'
import { versionOf } from '../records/fields.ts'
import { requireSame } from '../records/expected-version.ts'
import { readProjects } from '../repositories/local-contexts.ts'
import { readSettings, readStoredSettings } from '../repositories/settings.ts'
import type { Picture } from '../scans/inspect-picture.ts'
import { changeLogo, readLogo, removeLogo } from '../settings/logo.ts'
import { hasHubKey, type LocalContexts } from '../settings/local-contexts.ts'
import { isFirstRun, postponeFirstRun, writeSettings } from '../settings/write-settings.ts'
import { saveUpload, type UploadContext } from './receive-upload.ts'
import { withEtag } from '../http/headers.ts'

/** The society's settings (our additions). */
export function mountSettings(mount: Mount, uploads: UploadContext, contexts: LocalContexts): void {
  const { db, reader, media } = uploads
  mount('settings', async () => {
    const logo = await readLogo(reader)
    return { ...(await readStoredSettings(reader)), ...(logo && { logo }) }
  })
  mount('settingsForm', async ({ reply }) => withEtag(reply, await readSettingsForm(reader)))
  mount('editSettings', async ({ body, caller, request, reply }) => {
    const form = await inTransaction(db, async (trx) => {
      const { version } = await readSettingsForm(trx)
      requireSame(request.headers['if-match'], version, API.settingsChanged)
      await writeSettings(trx, body, caller)
      return await readSettingsForm(trx)
    })
    return withEtag(reply, form)
  })
  mount('changeLogo', async ({ caller, request }) => {
    const picture = await saveUpload(uploads, {
      ...{ request, caller, call: 'changeLogo' },
      checkable: () => false,
      check: async () => ({}),
      write: async (_, kept): Promise<Picture> => kept,
    })
    await changeLogo({ db, media }, caller, picture, 'logo')
    return await readSettingsForm(db)
  })
  mount('removeLogo', ({ caller }) => noContent(removeLogo({ db, media }, caller)))
  mount('fetchContexts', async ({ body, caller }) => {
    await contexts.refresh(caller, body.key)
    return await readSettingsForm(db)
  })
  mount('postponeSettings', () => noContent(inTransaction(db, postponeFirstRun)))
}

/** What the settings page shows. */
export async function readSettingsForm(db: Db): Promise<SettingsForm> {
  const [last] = await readAudit(db, { kind: 'settings' })
  const settings = await readSettings(db)
  return {
    settings,
    version: versionOf(settings),
    logo: (await readLogo(db)) ?? null,
    contexts: (await readProjects(db)).map(({ id, title, labels }) => ({ id, title, labels: labels.length })),
    has_hub_key: await hasHubKey(db),
    first_run: await isFirstRun(db),
    changed: last ? { at: last.at, by: last.actor } : null,
  }
}
