import { describe, expect, test } from 'vitest'
import { type Combobox, closed, pressKey, shown } from '#islands/search/combobox.ts'

/** Presses keys one after the other; a key that is not ours leaves the state. */
const after = (state: Combobox, ...keys: string[]) =>
  keys.reduce((current, key) => pressKey(key, current)?.state ?? current, state)

describe('keys in the search box', () => {
  test('arrows go round through the text field', () => {
    expect(after(shown(3), 'ArrowDown').active).toBe(0)
    expect(after(shown(3), 'ArrowDown', 'ArrowDown', 'ArrowDown').active).toBe(2)
    expect(after(shown(3), 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown').active).toBe(-1)
    expect(after(shown(3), 'ArrowUp').active).toBe(2)
    expect(after(shown(3), 'ArrowDown', 'ArrowUp').active).toBe(-1)
  })

  test('an arrow opens a closed list, and asks for one where there is none', () => {
    expect(after(closed(shown(3)), 'ArrowDown')).toEqual({ open: true, active: 0, count: 3 })
    expect(pressKey('ArrowDown', shown(0))).toMatchObject({ act: 'ask' })
  })

  test('Home and End belong to the text until an option is active', () => {
    expect(pressKey('Home', shown(3))).toBeUndefined()
    expect(after(shown(3), 'ArrowDown', 'End').active).toBe(2)
    expect(after(shown(3), 'ArrowUp', 'Home').active).toBe(0)
  })

  test('Enter follows the active option and else sends the form', () => {
    expect(pressKey('Enter', shown(3))).toBeUndefined()
    expect(pressKey('Enter', after(shown(3), 'ArrowDown'))).toEqual({
      state: { open: false, active: -1, count: 3 },
      act: 'follow',
    })
  })

  test('Escape closes an open list and is otherwise the text field’s own', () => {
    expect(after(shown(3), 'ArrowDown', 'Escape')).toEqual({ open: false, active: -1, count: 3 })
    expect(pressKey('Escape', closed(shown(3)))).toBeUndefined()
  })

  test('letters are not ours', () => {
    for (const key of ['a', 'ArrowLeft', 'Tab', ' ']) expect(pressKey(key, shown(3))).toBeUndefined()
  })
})
