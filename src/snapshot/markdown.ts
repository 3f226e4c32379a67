import { defineMdastPlugin, markdownToHtml } from 'satteri'

/** Addresses within the archive, of pages of others, and of mail. */
const SAFE = /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/i

/** What people wrote is text: its HTML is shown as it was typed, pictures by their words, and unsafe links lead nowhere. Headings are below that of the page. */
const written = defineMdastPlugin({
  name: 'written',
  html: (node, context) => context.replaceNode(node, { type: 'text', value: node.value }),
  image: (node, context) => context.replaceNode(node, { type: 'text', value: node.alt ?? '' }),
  imageReference: (node, context) => context.replaceNode(node, { type: 'text', value: node.alt ?? '' }),
  link: (node, context) => (SAFE.test(node.url) ? undefined : context.setProperty(node, 'url', '#')),
  definition: (node, context) => (SAFE.test(node.url) ? undefined : context.setProperty(node, 'url', '#')),
  heading: (node, context) => (node.depth === 1 ? context.setProperty(node, 'depth', 2) : undefined),
})

export const htmlOfMarkdown = (text: string): string =>
  markdownToHtml(text, { mdastPlugins: [written], features: { frontmatter: false, gfm: { footnotes: false } } }).html
