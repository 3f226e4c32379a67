import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { cardsAtFirst, collectionAtFirst } from '#islands/collection/collection-at-first.tsx'
import type { FirstResults } from '#snapshot/pages/browse/first-results.ts'

/** Styles on elements are what the Content-Security-Policy refuses; the style sheet says where sliders stand at first. */
const markup = (element: ReactElement) => renderToStaticMarkup(element).replace(/ style="[^"]*"/g, '')

/** The live part of the collection page as plain markup, so that it stands where it will be when its script comes. */
export const collectionMarkup = ({ count, facets, cards }: FirstResults): string =>
  markup(collectionAtFirst({ count, facets, html: markup(cardsAtFirst(cards)) }))
