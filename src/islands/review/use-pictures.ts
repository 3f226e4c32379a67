import { useEffect, useSyncExternalStore } from 'react'
import { useDesk } from './desk-context.ts'
import type { DraftPicture } from './pictures.ts'

/** The data URL of a picture once it is loaded. */
export function usePicture(picture: DraftPicture | null): string | undefined {
  return usePictures(picture ? [picture] : [])[0]
}

/** The same for several. */
export function usePictures(wanted: readonly DraftPicture[]): readonly (string | undefined)[] {
  const { pictures } = useDesk()
  const key = JSON.stringify(wanted)
  useEffect(() => {
    for (const each of JSON.parse(key) as DraftPicture[]) pictures.load(each)
  }, [pictures, key])
  useSyncExternalStore(pictures.$loaded.listen, () => wanted.map((each) => (pictures.urlOf(each) ? 1 : 0)).join(''))
  return wanted.map(pictures.urlOf)
}
