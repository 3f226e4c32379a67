/** Texts that only the settings page changes (Markdown); empty for those of Lotline. Apart from society.ts, because pages of visitors load that. */
export const texts = { about: '', contribute: '', welcome: '' }
