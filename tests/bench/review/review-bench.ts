import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { startSmallTown, type SmallTown } from '../../e2e/add-item/small-town.ts'
import { activate, logIn } from '../../e2e/account/account-calls.ts'
import { CHROMIUM_ARGS, ensureHeadless } from '../../runner/chromium.ts'
import { median, type Figure } from '../figures.ts'

const WAITING = 2000
const STEPS = 21
/** What issue 14 holds the desk to, in milliseconds. */
const BOUNDS = { next: 150, publish: 300 } as const
const STAFF = 'bench@example.org'

/** A cataloguer with 2,000 drafts before them: from a key to the next draft on screen, and from "Publish" to the server's answer. */
export async function benchReview(say: (line: string) => void): Promise<Figure[]> {
  say(`Making a town with ${WAITING.toLocaleString('en')} drafts …`)
  const town = await startSmallTown()
  const browser = await chromium.launch({ executablePath: await ensureHeadless(), args: CHROMIUM_ARGS })
  try {
    await town.archive('import', writeDrafts(town))
    const said = await town.archive('account', 'create', STAFF, '--name', 'Bench', '--role', 'staff')
    const site = `http://localhost:${town.port}`
    await activate(site, /\/activate\/[\w-]+\/[\w-]+/.exec(said)![0])
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(site + ADDRESS.review)
    await logIn(page, STAFF)
    await page.getByRole('heading', { level: 2, name: /^Draft / }).waitFor()

    say('Going through the queue …')
    const next: number[] = []
    for (let step = 0; step < STEPS; step++) next.push(await untilNext(page, 'j'))
    say('Publishing …')
    const shown: number[] = []
    for (let step = 0; step < STEPS; step++) shown.push(await untilNext(page, 'p'))
    await page.waitForLoadState('networkidle')
    const answered = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('/publish/'))
        .map(({ startTime, responseEnd }) => responseEnd - startTime),
    )
    const from = `${WAITING.toLocaleString('en')} drafts waiting, median of ${STEPS}`
    const figure = (name: string, times: number[], most: number): Figure => ({
      name,
      value: median(times),
      unit: 'ms',
      bound: { most },
      from: `${from}; ${Math.round(Math.max(...times))} at worst`,
    })
    return [
      figure('Next draft on screen', next, BOUNDS.next),
      figure('Next draft on screen after "Publish"', shown, BOUNDS.next),
      figure('Publishing acknowledged', answered, BOUNDS.publish),
    ]
  } finally {
    await browser.close()
    await town.stop()
  }
}

/** A bundle of drafts, each with a person, so that there is something to look up. Answers its folder. */
function writeDrafts({ data }: SmallTown): string {
  const folder = path.join(data, 'drafts')
  mkdirSync(folder)
  const ids = Array.from({ length: WAITING }, (_, at) => 100_000 + at)
  const items = ids.map((id) => ({
    id,
    type: 'photograph',
    title: `Draft ${id}`,
    general_description: 'From the attic.',
    date_start: 19_000_000,
    people: [id],
    visibility: 'draft',
  }))
  const people = ids.map((id) => ({ id, first_name: `Ida ${id % 40}`, surname: `Gable ${id % 900}` }))
  writeFileSync(path.join(folder, 'items.json'), JSON.stringify(items))
  writeFileSync(path.join(folder, 'people.json'), JSON.stringify(people))
  return folder
}

/** Milliseconds from a key to the picture of the page that shows the next draft. */
async function untilNext(page: Page, key: string): Promise<number> {
  const time = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const title = () =>
          [...document.querySelectorAll('h2')].find((h2) => h2.textContent.startsWith('Draft '))?.textContent
        const before = title()
        addEventListener(
          'keydown',
          ({ timeStamp }) => {
            const observer = new MutationObserver(() => {
              const now = title()
              if (now === undefined || now === before) return
              observer.disconnect()
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
            })
            observer.observe(document.body, { subtree: true, childList: true, characterData: true })
          },
          { once: true, capture: true },
        )
      }),
  )
  // As long as somebody looks at a draft.
  await page.waitForTimeout(400)
  await page.keyboard.press(key)
  return await time
}
