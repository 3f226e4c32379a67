import * as v from 'valibot'
import { noContent } from '../status.ts'
import { hubKey, settingsEdit, settingsForm, storedSettings } from '../settings.ts'
import { added, command, patch, remove, upload, type Endpoint } from './declare.ts'

/** The society's settings (our additions). Pages of visitors have them from the build. */
export const settingsCalls = {
  settings: added('/api/settings/', storedSettings),
  settingsForm: added('/api/settings/form/', settingsForm, { who: 'administrator' }),
  editSettings: patch('/api/settings/', settingsForm, {
    who: 'administrator',
    body: settingsEdit,
    requiresVersion: true,
  }),
  changeLogo: upload('/api/settings/logo/', settingsForm, {
    who: 'administrator',
    status: 200,
    body: v.object({}),
    addition: true,
  }),
  removeLogo: remove('/api/settings/logo/', noContent, { who: 'administrator' }),
  fetchContexts: patch('/api/settings/local-contexts/', settingsForm, { who: 'administrator', body: hubKey }),
  postponeSettings: command('/api/settings/later/', noContent, { who: 'administrator' }),
} satisfies Record<string, Endpoint>
