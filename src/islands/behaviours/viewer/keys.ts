/** Commands of the viewer. */
export type Command =
  | 'zoom-in'
  | 'zoom-out'
  | 'whole'
  | 'turn'
  | 'full-screen'
  | 'previous'
  | 'next'
  | 'left'
  | 'right'
  | 'up'
  | 'down'

const ALWAYS: Record<string, Command> = {
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  _: 'zoom-out',
  '0': 'whole',
  Home: 'whole',
  r: 'turn',
  R: 'turn',
  f: 'full-screen',
  F: 'full-screen',
  PageUp: 'previous',
  PageDown: 'next',
}
const PAN: Record<string, Command> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }
const BROWSE: Record<string, Command> = { ArrowLeft: 'previous', ArrowRight: 'next' }

/** The command of a key. Arrows pan a zoomed picture; otherwise they go to the previous or next one. */
export function commandOf(
  { key, ctrlKey, altKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>,
  { near, several }: { near: boolean; several: boolean },
): Command | undefined {
  if (ctrlKey || altKey || metaKey) return undefined
  const command = ALWAYS[key] ?? (near ? PAN : BROWSE)[key]
  return !several && (command === 'previous' || command === 'next') ? undefined : command
}
