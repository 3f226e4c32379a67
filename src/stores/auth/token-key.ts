/** The localStorage key of the access token (spec §3 "auth": persisted locally). */
export const ACCESS_KEY = 'lotline-access'
