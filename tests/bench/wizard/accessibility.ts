import { chromium } from 'playwright'
import { ERROR } from '#contract/messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { choosePhotographs, joinAsVolunteer } from '../../e2e/add-item/volunteer.ts'
import type { SmallTown } from '../../e2e/add-item/small-town.ts'
import type { Figure } from '../figures.ts'
import { accessibilityFigure, withChromium } from '../lighthouse.ts'

/** Lighthouse (mobile) on a volunteer's pages: the login, the wizard with all its sections and two images, the submissions, the account. */
export const volunteerPages = (town: SmallTown, site: string, files: readonly string[]): Promise<Figure[]> =>
  withChromium(async (port) => {
    const figures = [await accessibilityFigure('login', site + ADDRESS.login, port)]
    const browser = await chromium.connectOverCDP(`http://localhost:${port}`)
    const page = await joinAsVolunteer(browser.contexts()[0]!, town, site, 'lighthouse@example.org')
    await choosePhotographs(page, files)
    await page.getByLabel('General Description').fill('Boats at the pier.')
    await page
      .getByText(/^Saved on this device/)
      .first()
      .waitFor()
    figures.push(await accessibilityFigure('wizard', site + ADDRESS.addItem, port))
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByText(ERROR.submitted, { exact: true }).waitFor()
    figures.push(await accessibilityFigure('submissions', site + ADDRESS.submissions, port))
    figures.push(await accessibilityFigure('account', site + ADDRESS.account, port))
    await browser.close()
    return figures
  })
