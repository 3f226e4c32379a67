import { expect, test } from 'vitest'
import { linkPreview } from '#snapshot/pages/link-preview.ts'

const trail = [
  { href: '/collection/', text: 'Collection' },
  { href: '/itemview/1/', text: 'The mill' },
]
const picture = { src: '/media/scan/0/4.jpg?v=abc', alt: 'A mill in snow' }
const OURS = { pictures: '', counter: 7 }
const PAGE = { address: '/itemview/1/', title: 'The mill', picture, trail }

test('the address of a preview names the page and its picture, and changes with all that is on it', () => {
  const { src, ...rest } = linkPreview(PAGE, OURS)
  expect(src).toMatch(/^\/media\/page\/itemview\/1\.jpg\?v=scan-4-[0-9a-f]{16}$/)
  expect(rest).toMatchObject({ size: { width: 1200, height: 630 }, alt: 'A mill in snow' })
  const others = [
    linkPreview({ ...PAGE, title: 'The mills' }, OURS),
    linkPreview({ ...PAGE, picture: { ...picture, src: '/media/scan/0/4.jpg?v=abd' } }, OURS),
    linkPreview({ ...PAGE, picture: { ...picture, src: '/media/person/0/4.jpg?v=abc' } }, OURS),
    linkPreview({ ...PAGE, picture: null }, OURS),
    linkPreview({ ...PAGE, placePlan: 'M0 0h1' }, OURS),
    linkPreview({ ...PAGE, placePlan: 'M0 0h2' }, OURS),
  ].map((each) => each.src)
  expect(new Set([src, ...others]).size).toBe(7)
  expect(linkPreview({ ...PAGE, trail: [...trail] }, OURS).src).toBe(src)
})

test('a place has its plan rather than a picture; a further page of a list its own preview', () => {
  expect(linkPreview({ ...PAGE, placePlan: 'M0 0h1' }, OURS)).toMatchObject({ alt: 'The mill' })
  expect(linkPreview({ ...PAGE, placePlan: 'M0 0h1' }, OURS).src).toContain('/itemview/1.jpg?v=plan-')
  const list = linkPreview({ ...PAGE, address: '/decades/1890s/2/', picture: null }, OURS)
  expect(list.src).toContain('/media/page/decades/1890s~2.jpg?v=')
  const far = linkPreview(PAGE, { pictures: 'https://api.example', counter: 7 })
  expect(far.src).toMatch(/^https:\/\/api\.example\/media\/page\/itemview\/1\.jpg\?v=scan-4-/)
})

test('pages that are no record and no list have the picture of the society, and those of another server its own', () => {
  for (const page of [
    { ...PAGE, trail: [], picture: null },
    { ...PAGE, address: '/types/été/', picture: null },
  ])
    expect(linkPreview(page, OURS).src).toBe('/pictures/share.jpg')
  expect(linkPreview(PAGE, { pictures: '', counter: null })).toBe(picture)
})
