import { BlockList, isIP } from 'node:net'

const longestPrefix = (version: number) => (version === 6 ? 128 : 32)

/** An IP address, or a range such as 10.0.0.0/8. */
export const isAddressRange = (entry: string): boolean => {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longestPrefix(version))
}

/**
 * Whether an address belongs to a proxy in front of the store, given the configured addresses and ranges.
 * Asked several times per request: Node's list takes a quarter of the time of the one that Fastify would make.
 */
export const proxyCheck = (trusted: readonly string[]): ((address: string) => boolean) => {
  const proxies = new BlockList()
  for (const entry of trusted) {
    const [address = '', prefix] = entry.split('/')
    const version = isIP(address)
    proxies.addSubnet(address, Number(prefix ?? longestPrefix(version)), version === 6 ? 'ipv6' : 'ipv4')
  }
  // A client may send anything as its address.
  return (address) => {
    const version = isIP(address)
    return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}
