import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { LINK_PREVIEW } from '#contract/limits.ts'
import { previewPath } from '#rules/media/site-media.ts'
import { unescapeMarkup } from '#rules/markup/xml.ts'
import { REVALIDATE } from '../http/headers.ts'
import type { PictureWork } from '../scans/picture-work.ts'
import type { PublicImages } from '../scans/public-images.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { derivativeFolder, derivativeKey } from '../storage/picture-keys.ts'
import { openSiteFolder } from './release-files.ts'
import type { Withdrawn } from './withdrawn.ts'

export type SendPreview = ReturnType<typeof createPagePreviews>
type Parts = { images: PublicImages; media: MediaStore; pictures: PictureWork; withdrawn: Withdrawn }

/**
 * Sends link previews of the pages of the current release, as the pages name them (snapshot/pages/link-preview.ts). What is drawn is read from the page: it shows
 * nothing else, and nobody can have another text drawn. Caches ask each time, as none is told what was withdrawn; other sites keep it themselves.
 */
export function createPagePreviews(dataDir: string, { images, media, pictures, withdrawn }: Parts) {
  const folder = openSiteFolder(join(dataDir, 'site'))
  return async (page: string, asked: string | undefined, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const file = `${page}index.html`
    if (await withdrawn.hasPath(file)) return reply.code(410).send()
    const site = folder.current()?.folderOf(file)
    if (!site) return undefined
    const html = readFileSync(join(site, file), 'utf8')
    const og = (name: string) => unescapeMarkup(html.split(`"og:${name}" content="`)[1]?.split('"')[0] ?? '')
    const { pathname, search, searchParams } = new URL(og('image'), 'https://site.invalid')
    const version = searchParams.get('v') ?? ''
    if (pathname !== previewPath(page)) return undefined
    if (version !== asked) return reply.header('cache-control', REVALIDATE).redirect(pathname + search, 302)

    const [kind, id] = version.split('-')
    const size = { width: LINK_PREVIEW.width, format: 'jpeg' } as const
    const image = kind === 'scan' || kind === 'person' ? await images.find(kind, Number(id), size) : null
    if (image === undefined) return reply.code(410).send()
    const from = image && derivativeKey(image.version, image.width, 'jpeg')
    const text = version.slice(version.lastIndexOf('-') + 1)
    // Beside the picture's sizes, to be removed with them; others are removed by the sweep, and drawn again.
    const to = `${derivativeFolder(image?.version ?? text)}/preview-${text}.jpg`
    const plan = kind === 'plan' ? PLAN.exec(html)?.slice(1) : undefined
    if (!(await media.size(to)))
      await pictures.frame({ from, to, plan, names: { title: og('title'), society: og('site_name') } })
    reply.type('image/jpeg').header('cache-control', REVALIDATE)
    return reply.send(await media.read(to))
  }
}

/** The view, what lies around a place, and the place (components/record/ZoneRecord.tsx). */
const PLAN =
  /<svg viewBox="([\d ]+)"[^>]*><path class="around" d="([^"]*)"[^>]*>(?:<\/path>)?<path class="here" d="([^"]*)"/
