import { useEffect, useSyncExternalStore } from 'react'
import type { DraftPicture, DraftPictures } from './draft-pictures.ts'

/** The addresses of pictures, each once it is loaded. */
export function useDraftPictures(
  pictures: DraftPictures,
  wanted: readonly DraftPicture[],
): readonly (string | undefined)[] {
  const key = JSON.stringify(wanted)
  useEffect(() => {
    for (const each of JSON.parse(key) as DraftPicture[]) pictures.load(each)
  }, [pictures, key])
  useSyncExternalStore(pictures.$loaded.listen, () => wanted.map((each) => (pictures.urlOf(each) ? 1 : 0)).join(''))
  return wanted.map(pictures.urlOf)
}
