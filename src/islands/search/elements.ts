import type { Piece } from './marks.ts'

type Child = Node | string
/** Makes an element; text is set as text and attributes as attributes, so that nothing in them can become markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** Text with its marked words. */
export const markedText = (pieces: Piece[]): Child[] =>
  pieces.map(({ text, marked }) => (marked ? element('mark', {}, text) : text))
