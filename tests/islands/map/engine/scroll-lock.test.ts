import { describe, expect, test } from 'vitest'
import { lockScrolling } from '#islands/map/engine/scroll-lock.ts'
import type { Scrollable } from '#islands/map/engine/scroll-lock.ts'

interface Facts {
  role?: string
  overflowY?: string
  scrollTop?: number
  scrollHeight?: number
}
type Element = Scrollable & { overflowY: string }
const element = (tagName: string, parentElement: Element | null, facts: Facts = {}): Element => ({
  tagName,
  parentElement,
  scrollTop: facts.scrollTop ?? 0,
  scrollHeight: facts.scrollHeight ?? 100,
  clientHeight: 100,
  overflowY: facts.overflowY ?? 'visible',
  getAttribute: (name) => (name === 'role' ? (facts.role ?? null) : null),
})
const body = element('BODY', null, { overflowY: 'auto', scrollHeight: 5000 })

/** A fake page, and whether it prevents an event from scrolling. */
function page() {
  const view = Object.assign(new EventTarget(), { getComputedStyle: (of: unknown) => of as Element })
  const document = Object.assign(new EventTarget(), { defaultView: view })
  const release = lockScrolling(document)
  const held = (type: string, target: Element, facts: object): boolean => {
    const event = Object.assign(new Event(type, { cancelable: true }), facts)
    Object.defineProperty(event, 'target', { value: target })
    document.dispatchEvent(event)
    return event.defaultPrevented
  }
  return {
    view,
    release,
    wheel: (target: Element, deltaY = 100, facts = {}) => held('wheel', target, { deltaY, ...facts }),
    key: (target: Element, key: string, facts = {}) => held('keydown', target, { key, ...facts }),
  }
}

describe('the scroll lock', () => {
  test('keeps wheel and keys from scrolling the page', () => {
    const { wheel, key } = page()
    expect(wheel(element('DIV', body))).toBe(true)
    for (const each of [' ', 'ArrowDown', 'PageDown', 'End', 'Home', 'PageUp', 'ArrowUp'])
      expect(key(body, each)).toBe(true)
    for (const each of ['Tab', 'Enter', 'Escape', 'a', 'F5']) expect(key(body, each)).toBe(false)
  })
  test('lets a panel scroll, up to its end', () => {
    const { wheel, key } = page()
    const at = (scrollTop: number) =>
      element('LI', element('DIV', body, { overflowY: 'auto', scrollHeight: 300, scrollTop }))
    expect([wheel(at(0), 100), wheel(at(200), 100), wheel(at(200), -100), wheel(at(0), -100)]).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect(key(at(0), 'PageDown')).toBe(false)
    const short = element('LI', element('DIV', body, { overflowY: 'auto' }))
    expect([wheel(short), key(short, 'PageDown')]).toEqual([true, true])
  })
  test('lets fields, widgets and buttons use their keys', () => {
    const { key } = page()
    for (const field of ['INPUT', 'TEXTAREA', 'SELECT']) expect(key(element(field, body), ' ')).toBe(false)
    expect(key(element('DIV', body, { role: 'slider' }), 'ArrowDown')).toBe(false)
    expect(key(element('DIV', body, { role: 'region' }), 'ArrowDown')).toBe(true)
    expect([key(element('BUTTON', body), ' '), key(element('BUTTON', body), 'PageDown')]).toEqual([false, true])
  })
  test('lets browser zoom and shortcuts work', () => {
    const { wheel, key } = page()
    expect([wheel(body, 100, { ctrlKey: true }), key(body, 'ArrowLeft', { altKey: true })]).toEqual([false, false])
  })
  test('is released on pagehide, and locked again on pageshow', () => {
    const { view, release, wheel, key } = page()
    view.dispatchEvent(new Event('pagehide'))
    expect([wheel(body), key(body, ' ')]).toEqual([false, false])
    view.dispatchEvent(new Event('pageshow'))
    expect([wheel(body), key(body, ' ')]).toEqual([true, true])
    release()
    view.dispatchEvent(new Event('pageshow'))
    expect([wheel(body), key(body, ' ')]).toEqual([false, false])
  })
})
