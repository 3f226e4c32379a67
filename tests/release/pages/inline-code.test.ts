import fc from 'fast-check'
import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { unlistedInlineCode } from '#release/pages/page-facts.ts'
import { runs } from '../../setup/length.ts'

const own = { scripts: ['begin()', '{let a=1}'], styles: ['i{all:unset}'] }
const page = (body: string) => `<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`
const found = (body: string) => unlistedInlineCode(page(body), own)

test('the build’s own code, external scripts and data are allowed', () => {
  expect(found('<script>begin()</script><script data-a="b">{let a=1}</script><style>i{all:unset}</style>')).toEqual([])
  expect(found('<script type="module" src="/_astro/a.js"></script>')).toEqual([])
  expect(found('<script type="application/ld+json">{"name":"onclick= style= x"}</script>')).toEqual([])
})

describe('unknown code is found', () => {
  test.each([
    ['<script>alert(1)</script>', '<script>alert(1)'],
    ['<SCRIPT type=module>begin();alert(1)</SCRIPT>', '<script>begin();alert(1)'],
    ['<script type="text/template">begin(2)</script>', '<script>begin(2)'],
    ['<style>p{color:red}</style>', '<style>p{color:red}'],
    ['<svg><style>p{color:red}</style><script>alert(1)</script></svg>', '<style>p{color:red}'],
    ['<p style="color:red">', '<p style="color:red">'],
    ['<img src=x OnError=alert(1)>', '<img onerror="alert(1)">'],
    ['<a href="/"onclick = "x()">', '<a onclick="x()">'],
    ['<script onload="x()" src="/a.js"></script>', '<script onload="x()">'],
    ['<template><p style="a"></p></template>', '<p style="a">'],
    ['<noscript><p style="a"></p></noscript>', '<p style="a">'],
    ['<noscript><p title="</noscript><script>alert(1)</script>"></p></noscript>', '<script>alert(1)'],
    ['<script type="application/ld+json">"</script><script>alert(1)</script>"</script>', '<script>alert(1)'],
  ])('%s', (body, first) => {
    expect(found(body)[0]).toBe(first)
  })
})

/** Texts that look like markup, as somebody who means harm writes them. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('<script>', '</script>', '<style>', '</style>', '<!--', '-->', '<noscript>', '<template>', '"'),
      fc.constantFrom('begin()', 'alert(1)', ' onclick=', " style='a'", '<svg onload=x>', '<title>', '</title>', '&'),
      fc.constantFrom('<![CDATA[', '<plaintext>', '<textarea>', '\0', '>', '<', '/', '&#38;lt;script>', '\u{1F5FA}'),
      fc.string(),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))
const inAttribute = (text: string) => text.replaceAll('&', '&#38;').replaceAll('"', '&#34;')
const inText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

test('text content is never code', () => {
  fc.assert(
    fc.property(hostile, hostile, (attribute, text) => {
      const html = `<p title="${inAttribute(attribute)}">${inText(text)}</p><script>begin()</script>`
      expect(found(html)).toEqual([])
    }),
    { numRuns: runs(500) },
  )
})

test('for any markup, each script is either the build’s own or reported', () => {
  const scripts = (node: object): string[] => {
    const { tagName, childNodes = [] } = node as { tagName?: string; childNodes?: { value?: string }[] }
    return [
      ...(tagName === 'script' ? [childNodes.map(({ value }) => value).join('')] : []),
      ...childNodes.flatMap((child) => scripts(child)),
    ]
  }
  fc.assert(
    fc.property(hostile, hostile, (one, two) => {
      const html = page(`${one}<p title="${two}"><script>begin()</script>`)
      const strange = scripts(parse(html)).some((text) => !own.scripts.includes(text))
      expect(strange && unlistedInlineCode(html, own).length === 0).toBe(false)
    }),
    { numRuns: runs(1000) },
  )
})
