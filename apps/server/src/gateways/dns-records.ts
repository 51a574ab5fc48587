import { Resolver } from 'node:dns/promises'
import { withTimeout } from '#lib/with-timeout.ts'

const TIMEOUT_MS = 4_000

export interface DnsRecords {
  /** The TXT records of a name, each joined into one string; empty if there are none. */
  readTxt: (name: string) => Promise<string[]>
}

/** Queries these servers, or the machine's own. */
export const openDnsRecords = (servers: readonly string[], timeoutMs = TIMEOUT_MS): DnsRecords => {
  const resolver = new Resolver({ timeout: timeoutMs / 4, tries: 2 })
  if (servers.length > 0) resolver.setServers([...servers])
  return {
    readTxt: (name) =>
      withTimeout(timeoutMs, 'The DNS', async () => {
        try {
          return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
        } catch (error) {
          const { code } = error as { code?: string }
          if (code === 'ENOTFOUND' || code === 'ENODATA') return []
          throw error
        }
      }),
  }
}
