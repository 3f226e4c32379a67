import type { PictureKind } from '../pictures/spec.ts'

/** Large scans: what is drawn so small that it is found only by looking closely, and what the caption says of it. */
export const HEROES: [kind: PictureKind, hidden: string, hint?: string][] = [
  ['street', 'clock/9/20/PETTIGREW & CO.', 'The clock on the post can be read.'],
  ['street', 'notice/LOST/one ladder/Mrs. O’Meara', 'Something is asked for on the notice at the left.'],
  ['street', 'notice/FOUND/a mare, quiet/ask at the mill'],
  ['street', 'clock/4/47/SLOW BY 5 MIN.'],
  ['harbour', 'board/GRAIN DUES/{year}/paid: none', 'The board on the wharf has a date.'],
  ['harbour', 'notice/NO FISHING/off this pier/before church'],
  ['panorama', 'notice/TO LET/with a view/of this', 'A sign in front offers something.'],
  ['panorama', 'board/TOWN LIMIT/{year}/for the present'],
  ['panorama', 'notice/GOAT/do not feed/it is fed'],
  ['panorama', 'clock/11/5/VOL. FIRE BRIGADE'],
  ['group', 'cat', 'Somebody watches from a window, and is not named.'],
  ['group', 'cat'],
]
