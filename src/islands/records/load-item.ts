import type { Client } from '#client/client.ts'
import { itemView, type ItemView } from '#views/item.ts'

type Options = Omit<Parameters<typeof itemView>[1], 'pictures'> & { signal?: AbortSignal }

export async function loadItem(client: Client, id: number, { signal, ...options }: Options = {}): Promise<ItemView> {
  const item = await client.call('item', { path: { id }, signal })
  return itemView(item, { ...options, pictures: client.base })
}
