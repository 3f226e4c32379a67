const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Removes characters that neither XML 1.0 nor HTML allows. */
export const removeControls = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
  text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')

/** Escapes text for XML or HTML, in elements and attributes. */
export const escapeMarkup = (text: string): string =>
  removeControls(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!)

const CHARACTERS = Object.fromEntries(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]))
export const unescapeMarkup = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity]!)

export const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
