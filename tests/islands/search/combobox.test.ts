import { describe, expect, test } from 'vitest'
import { type Combobox, closed, pressKey, shown } from '#islands/search/combobox.ts'

/** Presses keys one after the other; a key that is left to the field changes nothing. */
const after = (state: Combobox, ...keys: string[]) =>
  keys.reduce((current, key) => pressKey(key, current)?.state ?? current, state)

describe('keys in the search box', () => {
  test('arrows wrap around through the text field', () => {
    expect(after(shown(3), 'ArrowDown').active).toBe(0)
    expect(after(shown(3), 'ArrowDown', 'ArrowDown', 'ArrowDown').active).toBe(2)
    expect(after(shown(3), 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown').active).toBe(-1)
    expect(after(shown(3), 'ArrowUp').active).toBe(2)
    expect(after(shown(3), 'ArrowDown', 'ArrowUp').active).toBe(-1)
  })

  test('an arrow opens a closed list, and loads one where there is none', () => {
    expect(after(closed(shown(3)), 'ArrowDown')).toEqual({ open: true, active: 0, count: 3 })
    expect(pressKey('ArrowDown', shown(0))).toMatchObject({ act: 'ask' })
  })

  test('Home and End move the caret until an option is active', () => {
    expect(pressKey('Home', shown(3))).toBeUndefined()
    expect(after(shown(3), 'ArrowDown', 'End').active).toBe(2)
    expect(after(shown(3), 'ArrowUp', 'Home').active).toBe(0)
  })

  test('Enter follows the active option, otherwise it submits the form', () => {
    expect(pressKey('Enter', shown(3))).toBeUndefined()
    expect(pressKey('Enter', after(shown(3), 'ArrowDown'))).toEqual({
      state: { open: false, active: -1, count: 3 },
      act: 'follow',
    })
  })

  test('Escape closes an open list, otherwise it is left to the text field', () => {
    expect(after(shown(3), 'ArrowDown', 'Escape')).toEqual({ open: false, active: -1, count: 3 })
    expect(pressKey('Escape', closed(shown(3)))).toBeUndefined()
  })

  test('letters are left to the text field', () => {
    for (const key of ['a', 'ArrowLeft', 'Tab', ' ']) expect(pressKey(key, shown(3))).toBeUndefined()
  })
})
