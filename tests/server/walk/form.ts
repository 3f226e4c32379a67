/** The file of a form. */
export interface FormFile {
  name: string
  file: string
  type: string
  content: Buffer
}

const BOUNDARY = 'lotline-test-boundary'

/** A multipart/form-data body (RFC 7578) written by hand, so that tests can also write it wrongly. */
export function form(
  fields: Record<string, string>,
  file?: FormFile,
  { fileFirst = false, end = `--${BOUNDARY}--\r\n`, boundary = BOUNDARY } = {},
): { payload: Buffer; headers: Record<string, string> } {
  const texts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const files = file
    ? [
        Buffer.from(
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${file.name}"; filename="${file.file}"\r\nContent-Type: ${file.type}\r\n\r\n`,
        ),
        file.content,
        Buffer.from('\r\n'),
      ]
    : []
  return {
    payload: Buffer.concat([...(fileFirst ? [...files, ...texts] : [...texts, ...files]), Buffer.from(end)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
