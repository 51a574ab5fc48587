/** Hosts whose connections never leave this machine. */
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]', ''])

/**
 * What is wrong with a database address, or null. Of PostgreSQL's encrypted modes, only verify-full checks that the
 * right server answers.
 */
export const databaseComplaint = (address: string): string | null => {
  const mode = URL.parse(address)?.searchParams.get('sslmode') ?? 'disable'
  if (mode === 'verify-full' || mode === 'disable') return null
  return `sslmode=${mode} does not check who answers; use sslmode=verify-full, with sslrootcert=FILE for a certificate authority of your own`
}

/** The same for a mail server: a password is never sent in plain text, nor to an unverified server. */
export const mailComplaint = (address: string): string | null => {
  const url = URL.parse(address)
  if (!url || LOCAL.has(url.hostname)) return null
  if (url.searchParams.get('tls.rejectUnauthorized') === 'false') {
    return 'tls.rejectUnauthorized=false does not check who answers; name your certificate authority in NODE_EXTRA_CA_CERTS'
  }
  const isEncrypted = url.protocol === 'smtps:' || url.searchParams.get('requireTLS') === 'true'
  return url.password === '' || isEncrypted
    ? null
    : 'sends a password without encryption; use smtps://… or add ?requireTLS=true'
}
