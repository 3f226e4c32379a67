import { FILE_FORMATS } from './file.ts'

const formats = Object.values(FILE_FORMATS)
  .filter(([kind]) => kind !== 'document')
  .map(([, , ending]) => ending)
const FORMATS = `${formats.slice(0, -1).join(', ')} or ${formats.at(-1)}`

/** Why a recording, or a part of one, is refused. */
export const RECORDING = {
  empty: 'This file is empty. Choose it again, or choose another one.',
  kind: `We can't use this kind of file as a recording. Save it as ${FORMATS}.`,
  broken: 'This recording is damaged or incomplete. Save it again, or copy it again from where it was recorded.',
  inParts: 'This is a recording. Add it where recordings are added.',
  damagedPart: 'A part of the recording was damaged on its way. Send it again.',
  tooLarge: 'The recording is too large; the limit is 2 GB. Save it with a lower quality, or in several parts.',
} as const
