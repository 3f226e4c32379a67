import { expect, test } from 'vitest'
import { SAYS } from '#islands/add-item/images/messages.ts'
import { withExif, withIptc } from '../../rules/import/pictures-saying.ts'
import { expectAxeClean, useSite } from '../browser/site.ts'
import { useVolunteer, wizard } from './wizard-page.ts'

const site = useSite()
const volunteer = useVolunteer(site, 'teller')

test('what a picture says of itself fills empty fields, one by one, when it is pressed', async () => {
  const page = await volunteer.openWizard('My own title')
  await page.getByLabel('General Description').fill('')
  const plain = volunteer.fileAt('plain.jpg', await withExif({ IFD0: { ImageDescription: 'SONY DSC' } }))
  await wizard.choose(page, [plain])
  const says = page.getByRole('region', { name: SAYS.heading('telling.jpg') })
  const telling = volunteer.fileAt(
    'telling.jpg',
    await withIptc([
      [5, 'The old mill'],
      [120, 'The mill from the east'],
      [55, '19050314'],
      [80, 'Nobody Whoknows'],
    ]),
  )
  await wizard.choose(page, [telling])
  await says.waitFor()
  await expectAxeClean(page)
  const description = page.getByRole('textbox', { name: /^General Description/ })
  expect(
    [await description.inputValue(), await page.getByLabel('Date in words').inputValue()],
    'nothing by itself',
  ).toEqual(['', ''])
  const button = (label: string, isOpen: boolean) =>
    says.getByRole('button', { name: SAYS.action(label, isOpen), exact: true })
  await button(SAYS.caption, true).click()
  await button(SAYS.date, true).click()
  expect(await description.inputValue()).toBe('The mill from the east')
  expect(await page.getByLabel('Date in words').inputValue()).toBe('1905-03-14')
  // A field that is filled in stays as it is.
  await button(SAYS.title, false).press('Enter')
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('My own title')
  await button(SAYS.creator, true).click()
  await says
    .getByRole('status')
    .filter({ hasText: SAYS.missing(['Nobody Whoknows']) })
    .waitFor()
})
