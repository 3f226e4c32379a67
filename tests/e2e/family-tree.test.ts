import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#contract/person.ts'
import { personAddress } from '#rules/addresses/page-addresses.ts'
import { personName } from '#rules/names/record-names.ts'
import { expectNoSidewaysScroll, useSite } from './browser/site.ts'

interface Relationship {
  person1: number
  person2: number
  relationship_type: string
}
const site = useSite()
/** Somebody with parents, more siblings than are shown at once, and children. */
let amidst: number
let siblings: number
/** Somebody whose children take several rows on a tablet. */
let withMany: number
/** Somebody with three children, whose names are the longest. */
let withThree: number
/** Pairs of siblings. */
let pairs: (readonly [number, number])[]

beforeAll(async () => {
  const rows = (await (await fetch(`${site.baseUrl}/api/people/relationships/`)).json()) as Relationship[]
  const parentage = rows.filter((row) => row.relationship_type === 'parent')
  const childrenOf = (id: number) => parentage.filter((row) => row.person1 === id).map((row) => row.person2)
  const families = [...new Set(parentage.map((row) => row.person2))].map((id) => {
    const parents = parentage.filter((row) => row.person2 === id).map((row) => row.person1)
    return { id, siblings: new Set(parents.flatMap(childrenOf)).size - 1, children: childrenOf(id).length }
  })
  const found = families.find((each) => each.siblings > 4 && each.children > 1)!
  amidst = found.id
  withMany = [...new Set(parentage.map((row) => row.person1))].find((id) => childrenOf(id).length > 3)!
  const people = (await (await fetch(`${site.baseUrl}/api/people/`)).json()) as Person[]
  const names = new Map(people.map((person) => [person.id, personName(person)]))
  const lettersOf = (id: number) => childrenOf(id).reduce((sum, child) => sum + names.get(child)!.length, 0)
  withThree = [...new Set(parentage.map((row) => row.person1))]
    .filter((id) => childrenOf(id).length === 3)
    .sort((one, other) => lettersOf(other) - lettersOf(one))[0]!
  pairs = parentage.flatMap(({ person1, person2 }) =>
    childrenOf(person1).flatMap((other) => (other === person2 ? [] : [[person2, other] as const])),
  )
  siblings = found.siblings
})

const tree = (page: Page) => page.locator('.tree')
const focused = (page: Page) =>
  page.evaluate(() => {
    const card = document.activeElement!.closest('.person')
    return card?.closest('.parents > .people, .siblings, .self, .spouses, .children')?.className
  })

test('a portrait that does not come leaves the unknown person in its place (spec §2)', async () => {
  const people = (await (await fetch(`${site.baseUrl}/api/people/`)).json()) as { id: number; image?: object | null }[]
  const hasImage = new Set(people.filter(({ image }) => image).map(({ id }) => id))
  const isShown = (id: number) => pairs.filter(([one]) => one === id).length <= 4
  // The narrow card of a sibling keeps its room too.
  const [sister] = pairs.find(([one, other]) => hasImage.has(other) && isShown(one))!
  const places: [id: number, place: string][] = [
    [[...hasImage][0]!, '.person-head .mat img'],
    [[...hasImage][0]!, '.self .person img'],
    [sister, '.siblings .person img:not(.unknown)'],
  ]
  const page = await site.open(personAddress(sister), {
    prepare: (context) => context.route('**/media/person/**', (route) => route.abort()),
    expected: /\/media\/person\//,
  })
  for (const [id, place] of places) {
    await page.goto(site.baseUrl + personAddress(id))
    const portrait = page.locator(place).first()
    await portrait.scrollIntoViewIfNeeded()
    await expect.poll(() => portrait.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBe(0)
    const drawn = await portrait.evaluate((img) => getComputedStyle(img, '::after').backgroundImage)
    expect(drawn).toContain('/pictures/unknown-person.svg')
    expect((await portrait.boundingBox())!.width).toBeGreaterThan(30)
  }
})

describe('the family tree', () => {
  test('has three children in one row at every width that it is drawn at: their line leads to no other', async () => {
    const page = await site.open(personAddress(withThree), { javaScript: false })
    for (const width of [800, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const cards = await page.locator('.children .person').all()
      const boxes = await Promise.all(cards.map(async (card) => (await card.boundingBox())!))
      expect(boxes).toHaveLength(3)
      expect(new Set(boxes.map(({ y }) => y)).size, `${width} px`).toBe(1)
      await expectNoSidewaysScroll(page)
    }
  })

  test('reads as lists within lists, all of it, where no script runs', async () => {
    const page = await site.open(personAddress(amidst), { javaScript: false })
    expect(await page.locator('.siblings .person:visible').count()).toBe(siblings)
    expect(await tree(page).getByRole('button').count()).toBe(0)
    expect(await page.locator('.parents > .middle > .own .children .person').count()).toBeGreaterThan(1)
  })

  test('is walked by arrow keys from the first on, besides the Tab key, and says so to whoever comes by keyboard', async () => {
    const page = await site.open(personAddress(amidst))
    const hint = page.getByText('Move with the arrow keys.')
    expect(await hint.isVisible()).toBe(false)
    await tree(page).getByRole('link').first().focus()
    await page.locator('family-tree:defined').waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect(await hint.isVisible()).toBe(true)
    expect(await focused(page)).toBe('people')
    const { keyboard } = page
    await keyboard.press('ArrowDown')
    expect(await focused(page)).toContain('self')
    await keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('children')
    await keyboard.press('ArrowRight')
    expect(await focused(page)).toBe('children')
    await keyboard.press('ArrowUp')
    expect(await focused(page)).toContain('self')
    await keyboard.press('ArrowLeft')
    expect(await focused(page)).toBe('siblings')
    // On to those who are not shown yet: the viewer turns.
    await keyboard.press('ArrowRight')
    expect(await focused(page)).toBe('siblings')
    await page
      .getByText(`${siblings === 5 ? '5' : '5–'}`, { exact: false })
      .first()
      .waitFor()
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).offsetParent !== null)).toBe(true)
    const address = await page.evaluate(() => document.activeElement!.getAttribute('href'))
    await keyboard.press('Enter')
    await page.waitForURL(site.baseUrl + address)
  })

  test('has a viewer of siblings: a few at once, the others by Previous and Next, from the first press', async () => {
    const page = await site.open(personAddress(amidst))
    const viewer = page.locator('.siblings')
    const shown = () => viewer.locator('.person:visible .person-name').allInnerTexts()
    const first = await shown()
    expect(first).toHaveLength(4)
    const [previous, next] = ['Previous siblings', 'Next siblings'].map((name) => page.getByRole('button', { name }))
    expect(await previous!.getAttribute('aria-disabled')).toBe('true')
    await next!.click()
    await expect.poll(shown).toHaveLength(Math.min(4, siblings - 4))
    expect((await shown()).some((name) => first.includes(name))).toBe(false)
    expect(await viewer.getByRole('status').innerText()).toContain(`of ${siblings}`)
    await previous!.click()
    await expect.poll(shown).toEqual(first)
    await page.emulateMedia({ media: 'print' })
    expect(await shown()).toHaveLength(siblings)
  })

  test('is drawn on a tablet, with a line to every child and on to the rows below', async () => {
    const page = await site.open(personAddress(withMany), { width: 820 })
    const self = (await tree(page).locator('.own .self .person').first().boundingBox())!
    const children = await tree(page)
      .locator('.own .children .person')
      .evaluateAll((cards) =>
        cards.map((card) => {
          const { left, top, bottom } = card.getBoundingClientRect()
          const [beside, down] = ['::before', '::after'].map((line) => getComputedStyle(card, line))
          const isDrawn = ({ borderInlineStartWidth }: CSSStyleDeclaration) => borderInlineStartWidth === '1px'
          // How far the line beside the card reaches, and where the one over it begins.
          const end = isDrawn(beside!) ? bottom - parseFloat(beside!.bottom) : 0
          return { left, top, over: top + parseFloat(down!.top), hasLine: isDrawn(down!), end }
        }),
      )
    expect(children.every(({ hasLine }) => hasLine)).toBe(true)
    expect(children[0]!.top, 'below the person').toBeGreaterThan(self.y + self.height)
    const rows = [...Map.groupBy(children, ({ top }) => Math.round(top)).values()]
    expect(rows.length).toBeGreaterThan(1)
    for (const [at, row] of rows.entries()) {
      const next = rows[at + 1]
      if (next) expect(Math.abs(row[0]!.end - next[0]!.over), 'to the line of the next row').toBeLessThan(3)
      else expect(row[0]!.end, 'nothing below the last row').toBe(0)
    }
  })
})
