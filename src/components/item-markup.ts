import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ItemTools } from '#islands/record/ItemTools.tsx'
import { RecordingCard } from '#islands/record/RecordingCard.tsx'
import type { ItemTools as Tools, Recording } from '#rules/item-tools.ts'

/** Parts of an item that its page and the live shell have in common, as plain markup. `site` and `built` as ItemTools.tsx has them. */
export const toolsMarkup = (tools: Tools, site: string, built = true): string =>
  renderToStaticMarkup(createElement(ItemTools, { tools, site, built }))
export const recordingMarkup = (recording: Recording): string =>
  renderToStaticMarkup(createElement(RecordingCard, { recording }))
