import sharp from 'sharp'

const small = () => sharp({ create: { width: 24, height: 16, channels: 3, background: '#886644' } })

/** Tags of IPTC by number, in the segment of a JPEG. */
function iptcSegment(tags: readonly [tag: number, text: string][], encoding: BufferEncoding): Buffer {
  const records = tags.map(([tag, text]) => {
    const bytes = Buffer.from(text, encoding)
    return Buffer.concat([Buffer.from([0x1c, 2, tag, bytes.length >> 8, bytes.length & 255]), bytes])
  })
  const utf8 = Buffer.from([0x1c, 1, 90, 0, 3, 0x1b, 0x25, 0x47])
  const data = Buffer.concat([...(encoding === 'utf8' ? [utf8] : []), ...records])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const body = Buffer.concat([
    ...[Buffer.from('Photoshop 3.0\0'), Buffer.from('8BIM\x04\x04\0\0', 'latin1'), size],
    ...[data, Buffer.alloc(data.length % 2)],
  ])
  return Buffer.concat([Buffer.from([0xff, 0xed, (body.length + 2) >> 8, (body.length + 2) & 255]), body])
}

export async function withIptc(
  tags: readonly [tag: number, text: string][],
  encoding: BufferEncoding = 'utf8',
): Promise<Buffer> {
  const jpeg = await small().jpeg().toBuffer()
  return Buffer.concat([jpeg.subarray(0, 2), iptcSegment(tags, encoding), jpeg.subarray(2)])
}

type Exif = Parameters<ReturnType<typeof small>['withExif']>[0]
export const withExif = (exif: Exif, format: 'jpeg' | 'png' = 'jpeg') =>
  small().withExif(exif).toFormat(format).toBuffer()

/** XMP as programs write it; `tags` are elements in it. */
export const withXmp = (tags: string, format: 'jpeg' | 'tiff' = 'jpeg') =>
  small()
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">${tags}</rdf:Description></rdf:RDF></x:xmpmeta>`,
    )
    .toFormat(format)
    .toBuffer()
