/**
 * localStorage keys, shared by all tabs (spec §3 "auth": persisted locally). `access` is there while somebody is logged in. `since`: milliseconds when it
 * was stored, by this device's clock. `user`: the profile as last loaded.
 */
export const SESSION_KEYS = {
  access: 'access',
  refresh: 'refresh',
  since: 'access-since',
  user: 'lotline-user',
  device: 'lotline-device',
} as const
