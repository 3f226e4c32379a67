export type ModifierKeys = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** False for a click that asks the browser for a new tab, a window or a download. */
export const isPlainClick = ({ ctrlKey, metaKey, shiftKey, altKey }: ModifierKeys): boolean =>
  !(ctrlKey || metaKey || shiftKey || altKey)
