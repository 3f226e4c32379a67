/** A chunk of RIFF. */
export function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** A WAV of so many seconds, 8 kHz and 8 bits, with these chunks before its data. */
export function wav(seconds: number, ...before: Buffer[]): Buffer {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(8000, 4)
  format.writeUInt32LE(8000, 8)
  format.writeUInt16LE(1, 12)
  format.writeUInt16LE(8, 14)
  const data = Buffer.from(Array.from({ length: 8000 * seconds }, (_, at) => 128 + Math.round(100 * Math.sin(at / 3))))
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), ...before, chunk('data', data)]))
}
