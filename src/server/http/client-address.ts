import { isIPv6 } from 'node:net'

/**
 * Whom limits count as one: an IPv4 address, or the /64 network of an IPv6 address, for a household gets one of those and can make up as many
 * addresses in it as it likes.
 */
export function clientAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  // The URL parser writes every address in one way, an IPv4 tail included.
  const plain = new URL(`http://[${ip.replace(/%.*$/, '')}]/`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
