import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

export const PROJECT = '1d220c8c-1a9b-449c-a3d8-2baf48491336'
export const HUB_KEY = 'key-of-the-society'
export const png = await sharp({ create: { width: 400, height: 300, channels: 4, background: '#000' } })
  .png()
  .toBuffer()

/** A Local Contexts Hub on this machine, which answers as version 2 of its API does. */
export async function openFakeHub() {
  const asked: string[] = []
  /** Pictures by path, and what is said about the project. */
  const pictures: Record<string, Buffer> = { '/a.png': png, '/a.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), '/big.png': Buffer.concat([png, Buffer.alloc(2 ** 20)]), '/broken.png': png.subarray(0, 60) } // prettier-ignore
  const state = {
    title: 'Basketry',
    text: 'Name the\nfamilies.',
    picture: '/a.png',
    body: undefined as string | undefined,
  }
  const server = createServer(({ url, headers }, response) => {
    asked.push(url!)
    const answer = (status: number, body: string | Buffer) => response.writeHead(status).end(body)
    if (url === '/moved.png') return response.writeHead(302, { location: '/a.png' }).end()
    if (pictures[url!]) return answer(200, pictures[url!]!)
    if (!url!.startsWith('/api/v2/projects/')) return answer(404, '')
    if (headers['x-api-key'] !== HUB_KEY) return answer(403, '{"detail":"Invalid API key."}')
    if (url !== `/api/v2/projects/${PROJECT}/`) return answer(404, '{"detail":"Not found."}')
    const { picture, title, text } = state
    const img_url = picture.startsWith('/') ? hub.address + picture : picture
    const dates = { created: '2022-01-05T18:18:17.078138Z', updated: '2022-01-05T18:18:17.078138Z' }
    return answer(
      200,
      state.body ??
        JSON.stringify({
          unique_id: PROJECT,
          ...{ title, project_privacy: 'Public', project_page: `${hub.address}/projects/${PROJECT}`, created_by: [] },
          tk_labels: [
            {
              ...{
                unique_id: '583aeb2b',
                name: 'TK Attribution (TK A)',
                label_type: 'attribution',
                language: 'English',
              },
              ...{ label_text: text, language_tag: 'en', img_url, svg_url: `${hub.address}/a.svg`, audiofile: null },
              ...{ community: 'Esgenoôpetitj', ...dates },
              translations: [
                { translated_name: 'Ta’n wen', translated_text: 'Wi’tmu.', language_tag: 'mic', language: 'Mi’kmaq' },
              ],
            },
          ],
          bc_labels: [],
        }),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const hub = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    state,
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  }
  return hub
}
