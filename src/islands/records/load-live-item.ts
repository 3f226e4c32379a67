import { createClientOf, type Client } from '#client/client.ts'
import { storyCalls } from '#contract/endpoints/stories.ts'
import { itemView } from '#views/item.ts'
import { itemTexts } from '#views/read-texts.ts'
import { readingPage } from '#views/reading-page.ts'

/** An item with its texts, and one of its pages if it has many. Without texts where they can't be read, as from other servers. */
export async function loadLiveItem(client: Client, id: number, number: number) {
  const { base } = client
  const [item, texts] = await Promise.all([
    client.call('item', { path: { id } }),
    createClientOf(storyCalls, { base })
      .call('texts', { query: { items: [id] } })
      .catch(() => []),
  ])
  return {
    item: itemView(item, { pictures: base, texts: itemTexts(item, texts), isBuilt: false }),
    page: readingPage(item, number, { pictures: base, texts }),
  }
}
