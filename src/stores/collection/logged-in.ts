import { ACCESS_KEY } from '../auth/token-key.ts'
import type { CollectionParts } from './parts.ts'

/** True when somebody's token is stored. Whether it is still good is found out where it is used. */
export function isLoggedIn(storage: CollectionParts['storage']): boolean {
  try {
    return Boolean(storage?.getItem(ACCESS_KEY))
  } catch {
    return false
  }
}
