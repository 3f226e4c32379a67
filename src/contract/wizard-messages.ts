export const WIZARD = {
  noImages: 'No images yet.',
  noVideo: 'No video yet.',
  noLocation: 'No location yet.',
  noDate: 'No date yet.',
  noTitle: 'No title yet.',
  unreadableDate: {
    year: "We can't read this date. Type the year with four digits: 1901.",
    month: "We can't read this date. Type the year and the month: 1901-03. Or choose “Year” if you only know the year.",
    date: "We can't read this date. Type year, month and day: 1901-03-05. Or choose “Month” or “Year” if you know less.",
  },
  unreadableFiles: (names: readonly string[]) =>
    `We couldn't read ${names.map((name) => `“${name}”`).join(', ')}. Has it been moved or deleted? Please choose it again; everything else is kept.`,
  recordingNotSent: (name: string) => `“${name}” was not sent.`,
  replaceFile: 'Your item is safe. Remove this file or choose another one, then submit again.',
  /** Second sentences of a failed submission: what is safe, and what to do. */
  isKept: 'Nothing is lost: your draft is kept on this device.',
  tryAgain: 'Your draft is kept on this device. Check your connection and submit it again; it is never added twice.',
  logInAgain: 'Your draft is kept on this device. Log in and submit it again.',
  waitAndTry: (seconds: number) =>
    `The archive is busy. Your draft is kept on this device. Please try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
  unsure:
    "We sent your item, but no answer came back, so we can't tell whether it has arrived. Sending it again could add it twice. Your draft is kept on this device.",
  unsentChanges: 'What you changed after your item had been sent could not be added. Please tell the society about it.',
  mayBeTwice: (count: number) =>
    `No answer came for ${count === 1 ? '1 image' : `${count} images`} at first, so we sent ${count === 1 ? 'it' : 'them'} again. Nothing is missing, but ${count === 1 ? 'an image' : 'some images'} may be there twice: a cataloguer can remove ${count === 1 ? 'the copy' : 'the copies'}.`,
  sendingElsewhere: 'This draft is being sent in another tab of this browser. Please wait for that tab.',
} as const
