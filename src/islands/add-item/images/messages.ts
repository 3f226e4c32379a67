/** Sentences of the images section. */
export const IMAGES = {
  drop: '%{browseFiles} %{browseFolders} or drop them here',
  dropOrTake: 'Add pictures',
  browseFiles: 'Choose pictures',
  device: 'Choose pictures',
  browseFolders: 'Choose a folder',
  dropHint: 'Drop your pictures here',
  camera: 'Take a picture',
  area: 'Add pictures',
  note: (megabytes: number) =>
    `JPEG, PNG, TIFF, HEIC, WebP, AVIF or GIF, or a PDF, up to ${megabytes} MB each. Each page of a PDF becomes a picture.`,
  list: 'Your pictures, in the order in which they will be shown',
  sortHint: 'Drag a picture to move it, or use its arrows.',
  sortHintTouch: 'Drag a picture by its handle to move it, or use its arrows.',
  removed: (name: string) => `${name} was removed.`,
  undo: 'Undo',
  added: (count: number) => (count === 1 ? '1 picture added.' : `${count} pictures added.`),
  gone: 'We can’t read this file any more: it was moved, renamed or deleted after you chose it. Choose it again.',
  duplicate: (names: readonly string[]) =>
    names.length === 1
      ? `You have already added ${names[0]}.`
      : `You have already added ${names.length} of these pictures: ${names.join(', ')}.`,
  keepBoth: 'Add again',
  skip: 'Leave out',
  refusedTitle: (count: number) => (count === 1 ? '1 file was not added' : `${count} files were not added`),
  close: 'Close',
  noPreview: 'No preview',
  loading: 'Loading the preview',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  editWatermark: (name: string) => `Watermark of ${name}`,
  shows: 'What does the picture show?',
  retry: 'Try again',
  state: { waiting: 'Waits to be sent', paused: 'Paused', sent: 'Sent' },
  sending: (percent: number) => `Sending: ${percent} %`,
  editor: {
    title: 'Watermark',
    text: 'Text',
    textHint: 'Leave it empty for no watermark.',
    color: 'Color',
    black: 'Black',
    white: 'White',
    position: 'Position',
    positions: {
      'bottom right': 'Bottom right',
      'bottom left': 'Bottom left',
      'top right': 'Top right',
      'top left': 'Top left',
    },
    all: 'Use this text for all images',
    save: 'Save',
    exact: 'This is how visitors will see it.',
    approximate: 'This preview is approximate. The letters may look a little different on the finished picture.',
    noPicture: 'This browser can’t show the picture itself, so the watermark is shown on plain paper.',
    preview: (text: string) =>
      text === '' ? 'The picture without a watermark' : `The picture with the watermark “${text}”`,
    sent: 'This picture was already sent, so its watermark stays as it is.',
  },
} as const

/** What a picture says of itself. */
export const SAYS = {
  heading: (name: string) => `${name} says of itself:`,
  title: 'Title',
  caption: 'Description',
  date: 'Date',
  taken: 'Taken with a camera on',
  creator: 'Made by',
  keywords: 'Subjects',
  place: 'Place',
  state: (isOpen: boolean) => (isOpen ? 'Use' : 'Filled in'),
  use: (label: string, isOpen: boolean) => `${SAYS.state(isOpen)}: ${label}`,
  missing: (names: readonly string[]) =>
    `Not in the archive yet: ${names.join(', ')}. You can add it in its field below.`,
} as const
