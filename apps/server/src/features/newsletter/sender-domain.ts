import type { DomainCheck, SenderDomain } from '@slipstream/contract/newsletter'
import type { DnsRecords } from '#gateways/dns-records.ts'

export interface MailSource {
  /** The domain of the sender's address. */
  domain: string
  smtpHost: string
  /** The name under which the mail provider publishes its key; null if it is not set. */
  dkimSelector: string | null
}

type Verdict = Pick<DomainCheck, 'state' | 'found' | 'advice'>

/** Checks the DNS records that receivers look up before they trust mail from the store. */
export const checkSenderDomain = async (
  dns: DnsRecords,
  source: MailSource,
  contactEmail: string,
): Promise<SenderDomain> => ({
  domain: source.domain,
  checks: await Promise.all([checkSpf(dns, source), checkDkim(dns, source), checkDmarc(dns, source, contactEmail)]),
})

const ask = async (readVerdict: () => Promise<Verdict>): Promise<Verdict> => {
  try {
    return await readVerdict()
  } catch {
    return { state: 'unknown', found: null, advice: 'The DNS did not answer. Try again in a moment.' }
  }
}

const checkSpf = async (dns: DnsRecords, { domain, smtpHost }: MailSource): Promise<DomainCheck> => ({
  name: 'SPF',
  host: domain,
  record: `v=spf1 a:${smtpHost} ~all`,
  ...(await ask(async () => judgeSpf(await dns.readTxt(domain)))),
})

export const judgeSpf = (records: readonly string[]): Verdict => {
  const [found, ...others] = records.filter((record) => /^v=spf1(\s|$)/i.test(record.trim()))
  if (found === undefined) {
    return {
      state: 'missing',
      found: null,
      advice: 'Paste this TXT record, or the one of your mail provider, which names its servers with “include:”.',
    }
  }
  if (others.length > 0) {
    return {
      state: 'wrong',
      found,
      advice: 'There are two SPF records, so receivers ignore both. Merge them into one.',
    }
  }
  if (/\sredirect=/i.test(found) || /\s[-~]all\s*$/i.test(found)) {
    return { state: 'fine', found, advice: 'Check that it names the servers of your mail provider.' }
  }
  return { state: 'wrong', found, advice: 'It does not end with ~all or -all, so it excludes nobody. Correct its end.' }
}

const checkDkim = async (dns: DnsRecords, { domain, dkimSelector }: MailSource): Promise<DomainCheck> => {
  const named = { name: 'DKIM', record: null } as const
  if (dkimSelector === null) {
    return {
      ...named,
      host: `SELECTOR._domainkey.${domain}`,
      state: 'missing',
      found: null,
      advice: 'Your mail provider shows the selector and the record to paste. Then set MAIL_DKIM_SELECTOR.',
    }
  }
  const host = `${dkimSelector}._domainkey.${domain}`
  return { ...named, host, ...(await ask(async () => judgeDkim(await dns.readTxt(host)))) }
}

export const judgeDkim = (records: readonly string[]): Verdict => {
  const found = records.find((record) => /(^|;)\s*p=/i.test(record))
  if (found === undefined) {
    return { state: 'missing', found: null, advice: 'Paste the record that your mail provider shows for this name.' }
  }
  if (/(^|;)\s*p=\s*(;|$)/i.test(found)) {
    return { state: 'wrong', found, advice: 'The key is empty, which means it was revoked. Paste the current one.' }
  }
  return { state: 'fine', found, advice: 'The key of the mail provider is published.' }
}

const MOST_PARENTS = 4

/** Receivers look at the domain itself and then at its parent domains. */
const checkDmarc = async (dns: DnsRecords, { domain }: MailSource, contactEmail: string): Promise<DomainCheck> => ({
  name: 'DMARC',
  host: `_dmarc.${domain}`,
  record: `v=DMARC1; p=none; rua=mailto:${contactEmail}`,
  ...(await ask(async () => {
    const labels = domain.split('.')
    for (let first = 0; first < Math.min(labels.length - 1, MOST_PARENTS); first += 1) {
      const verdict = judgeDmarc(await dns.readTxt(`_dmarc.${labels.slice(first).join('.')}`))
      if (verdict.state !== 'missing') return verdict
    }
    return judgeDmarc([])
  })),
})

export const judgeDmarc = (records: readonly string[]): Verdict => {
  const [found, ...others] = records.filter((record) => /^v=DMARC1\s*(;|$)/i.test(record.trim()))
  if (found === undefined) {
    return {
      state: 'missing',
      found: null,
      advice: 'Paste this TXT record. Large receivers refuse newsletters from domains without one.',
    }
  }
  if (others.length > 0 || !/;\s*p\s*=\s*(none|quarantine|reject)\b/i.test(found)) {
    return { state: 'wrong', found, advice: 'There must be one record with p=none, p=quarantine or p=reject.' }
  }
  return /;\s*p\s*=\s*none\b/i.test(found)
    ? { state: 'fine', found, advice: 'It only monitors. When the reports look right, change p=none to p=quarantine.' }
    : { state: 'fine', found, advice: 'Receivers quarantine or reject forged e-mails from this domain.' }
}
