import { type DraftPicture, useDraftPictures } from '../widgets/draft-pictures.ts'
import { useDesk } from './desk-context.ts'

/** The address of a picture once it is loaded. */
export function usePicture(picture: DraftPicture | null): string | undefined {
  return usePictures(picture ? [picture] : [])[0]
}

/** The same for several. */
export const usePictures = (wanted: readonly DraftPicture[]): readonly (string | undefined)[] =>
  useDraftPictures(useDesk().pictures, wanted)
