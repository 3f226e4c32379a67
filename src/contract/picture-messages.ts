/** Sentences about pictures that somebody sends: apart from messages.ts, since pages of visitors do without them. */

const mega = (value: number) => (value / 1e6).toFixed(value < 1e7 ? 1 : 0)
/** MB as SCAN_MAX_MB counts them, so that the message shows the configured limit. */
const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)
const SAVE_SIMPLER =
  'Save it as a TIFF or as a plain JPEG (not “progressive”), or with fewer pixels, and send it again.'
const FORMATS = 'JPEG, PNG, WebP, AVIF, HEIC, TIFF or GIF'
/** Why a picture is refused. */
export const PICTURE = {
  empty: 'This file is empty. Choose it again, or choose another one.',
  unreadable: `We can't read this picture. Use ${FORMATS}.`,
  kind: `We can't use this kind of file. Use ${FORMATS}, or a PDF for an item.`,
  svg: "We can't accept SVG drawings, because they can contain programs. Save the drawing as PNG.",
  pdf: 'A PDF is a document, not a picture. Add it to an item; or save the page as JPEG, PNG or TIFF.',
  pages: 'A TIFF with several pages is a document, not a picture. Add it to an item; or save the page as JPEG or PNG.',
  heic: "The archive can't read this HEIC picture. Save the picture as JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible).",
  broken: 'This picture is damaged or incomplete. Save or scan it again.',
  pixels: (width: number, height: number, most: number) =>
    `The picture has ${mega(width * height)} million pixels (${width} by ${height}); the limit is ${mega(most)} million.`,
  bytes: (bytes: number, most: number) => `The file has ${megabytes(bytes)} MB; the limit is ${megabytes(most)} MB.`,
  tooManyBytes: (most: number) => `The file is too large; the limit is ${megabytes(most)} MB.`,
  noReader: 'This archive cannot read pages by machine: tesseract.js and its data are not installed.',
  same: 'This is the picture that is there already. Choose another one.',
  none: 'No picture was sent. Send it in the form field “image”.',
  oneFile: 'Send one picture at a time, in the form field “image”.',
  memory: (bytes: number, most: number) =>
    `Opening this picture would take about ${megabytes(bytes)} MB of memory; the limit is ${megabytes(most)} MB. It was not saved, and nothing else has changed. ${SAVE_SIMPLER}`,
  outOfMemory: `Opening this picture took too much memory, so we stopped. The picture was not saved; everything you sent before is safe. ${SAVE_SIMPLER}`,
  stopped: `Opening this picture crashed the program that reads pictures, twice. The picture was not saved; everything you sent before is safe. ${SAVE_SIMPLER}`,
  slow: 'Reading this picture takes too long. Save it as JPEG and try again.',
} as const
/** Why a document or a recording is refused. */
export const DOCUMENTS = {
  kind: "We can't use this kind of file. Use PDF, a TIFF, or a recording (MP3, M4A, Ogg, FLAC, WAV, MP4 or WebM).",
  locked: 'This PDF is protected with a password. Save a copy without the password, and send that.',
  cut: 'This PDF is incomplete: its end is missing. Copy or download it again.',
  broken: 'This document, or a page of it, is damaged. Open it, save it as a new PDF, and send that.',
  memory: 'This document takes too much memory. Save it as a new PDF with smaller pictures, and send that.',
  noPages: 'This document has no pages.',
  pages: (pages: number, most: number) =>
    `This document has ${pages} pages; the limit is ${most}. Divide it into several files.`,
} as const
/** Why an upload is refused. */
export const UPLOADS = {
  badForm: "We can't read this form: it is damaged or incomplete.",
  noForm: 'Send a form with a file (multipart/form-data).',
  tooMany: 'Too many pictures are being uploaded right now. Try again in a moment.',
} as const
/** Why an image of the wizard was not sent. */
export const IMAGE_UPLOAD = {
  lost: 'We can no longer read this picture on your device. Everything else is safe. Remove it here and choose the file again.',
  tooLarge: (bytes: number) =>
    `The archive doesn't take files of this size (${megabytes(bytes)} MB). Everything else is safe. Remove this picture, or replace it with a smaller copy.`,
  kind: "The archive doesn't take this kind of file. Everything else is safe. Remove this picture, or save it as JPEG and add it again.",
  refused: (reason: string) => `${reason} Everything else is safe.`,
  forbidden:
    'The archive no longer accepts pictures for this item from you. They are safe on this device. Ask the society for help.',
  broken:
    'The connection broke each time we sent this picture. It is safe on this device. Try again later, or over another connection.',
  failed: "The archive couldn't save this picture. It is safe on this device. Try again in a few minutes.",
} as const
