import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address; undefined for IPv4, also if mapped to IPv6. */
function groupsOf(ip: string): string[] | undefined {
  if (!isIPv6(ip) || mappedIPv4(ip) !== undefined) return undefined
  // The URL parser normalizes addresses, including an IPv4 tail.
  const plain = new URL(`http://[${ip.split('%', 1)[0]}]/`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after]
}
const mappedIPv4 = (ip: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]

/** The unit that limits count: an IPv4 address, or an IPv6 /64 network, since a household has a whole /64. */
export function clientAddress(ip: string): string {
  const groups = groupsOf(ip)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : (mappedIPv4(ip) ?? ip)
}

/** The client address, and for IPv6 its /48 network, which is cheap to rent as a whole. */
export function clientNetworks(ip: string): string[] {
  const groups = groupsOf(ip)
  return [clientAddress(ip), ...(groups ? [`${groups.slice(0, 3).join(':')}::/48`] : [])]
}
