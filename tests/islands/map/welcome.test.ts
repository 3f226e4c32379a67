import { readFileSync } from 'node:fs'
import { atom } from 'nanostores'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StoresContext } from '#islands/map/stores-context.ts'
import { Welcome } from '#islands/map/Welcome.tsx'
import { world } from '../../stores/map/world.ts'

test('with fingers the welcome says Tap, with a mouse Click', () => {
  const stores = { ...world().stores, $welcome: atom(true) }
  const html = renderToStaticMarkup(createElement(StoresContext, { value: stores }, createElement(Welcome)))
  const said = (who: string) =>
    [...html.matchAll(new RegExp(`class="with-${who}">([^<]+)`, 'g'))].map(([, text]) => text)
  expect([said('mouse'), said('touch')]).toEqual([
    ['Click', 'Double click'],
    ['Tap', 'Tap twice'],
  ])
  const coarse = /@media \(hover: none\)[^{]*\{(.*?)\n\}/s.exec(readFileSync('src/styles/map-live.css', 'utf8'))?.[1]
  expect(coarse).toMatch(/\.with-mouse \{\s*display: none;/)
})
