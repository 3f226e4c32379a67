/** What a key does on the desk. */
export type DeskCommand = 'next' | 'previous' | 'publish' | 'return' | 'discard' | 'edit' | 'undo' | 'help'

const COMMANDS: Readonly<Record<string, DeskCommand>> = {
  j: 'next',
  ArrowRight: 'next',
  k: 'previous',
  ArrowLeft: 'previous',
  p: 'publish',
  r: 'return',
  d: 'discard',
  e: 'edit',
  z: 'undo',
  '?': 'help',
}

/** The keys as the help lists them. */
export const KEY_HELP: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['J', '→'], 'Next draft'],
  [['K', '←'], 'Previous draft'],
  [['P'], 'Publish'],
  [['R'], 'Return to its author with a note'],
  [['D'], 'Discard'],
  [['Z'], 'Undo the last step, for ten seconds'],
  [['E'], 'Edit'],
  [['?'], 'This help'],
]

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'defaultPrevented'>
const MAY_REPEAT: readonly DeskCommand[] = ['next', 'previous']

/** The command of a key press; undefined while something is typed. A key that is held down moves on, but publishes once. */
export function commandOf(press: KeyPress, isTyping: boolean): DeskCommand | undefined {
  if (isTyping || press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey) return undefined
  const command = COMMANDS[press.key.length === 1 ? press.key.toLowerCase() : press.key]
  return command && press.repeat && !MAY_REPEAT.includes(command) ? undefined : command
}

/** True where letters and arrows have another meaning: in fields, and anywhere under an open dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
}

const SETTING = 'review-keys'
/** Single keys can be turned off (WCAG 2.1.4). */
export function keysAreOn(): boolean {
  try {
    return localStorage.getItem(SETTING) !== 'off'
  } catch {
    return true
  }
}
export function turnKeys(isOn: boolean): void {
  try {
    localStorage.setItem(SETTING, isOn ? 'on' : 'off')
  } catch {
    // This browser remembers nothing.
  }
}
