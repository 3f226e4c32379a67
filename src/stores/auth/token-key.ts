/** Where the access token of whoever is logged in is kept (spec §3 "auth": persisted locally). */
export const ACCESS_KEY = 'lotline-access'
