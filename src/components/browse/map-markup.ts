import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { mapAtFirst } from '#islands/map/map-at-first.tsx'
import type { StreetCounts } from '#islands/map/stores-context.ts'

/** Styles on elements are what the Content-Security-Policy refuses; the style sheet says where sliders stand at first. */
const markup = (element: ReactElement) => renderToStaticMarkup(element).replace(/ style="[^"]*"/g, '')

/** The live parts of the map page as plain markup, so that they stand where they will be when their script comes. */
export function mapMarkup(streets: StreetCounts): Record<'side' | 'over', string> {
  const { side, over } = mapAtFirst(streets)
  return { side: markup(side), over: markup(over) }
}
