import type { FastifyReply } from 'fastify'
import type { textOfAddress } from '#rules/media/read-address.ts'
import { writeAlto } from '#rules/texts/write-alto.ts'
import { REVALIDATE } from '../http/headers.ts'
import type { PageTexts } from '../scans/page-texts.ts'

/** Sends what is written on a scan, or on those of an item, with a form feed between them. Undefined if nothing of it is public. */
export const createSendText =
  (texts: PageTexts) =>
  async ({ kind, id, isAlto }: NonNullable<ReturnType<typeof textOfAddress>>, reply: FastifyReply) => {
    const pages = await texts.written(kind, id)
    if (pages.length === 0) return undefined
    reply.header('cache-control', REVALIDATE).type(`${isAlto ? 'application/xml' : 'text/plain'}; charset=utf-8`)
    return reply.send(isAlto ? writeAlto(pages[0]!) : pages.map(({ text }) => text).join('\n\f'))
  }
export type SendText = ReturnType<typeof createSendText>
