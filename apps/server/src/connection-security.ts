/** Whose connection leaves this machine only over loopback, if at all. */
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]', ''])

/**
 * What is wrong with the way a database is reached, or null. Of PostgreSQL's modes only verify-full makes sure that the
 * right server answers; the others encrypt for whoever does.
 */
export const databaseComplaint = (address: string): string | null => {
  const mode = URL.parse(address)?.searchParams.get('sslmode') ?? 'disable'
  if (mode === 'verify-full' || mode === 'disable') return null
  return `sslmode=${mode} does not check who answers; use sslmode=verify-full, with sslrootcert=FILE for a certificate authority of your own`
}

/** The same for a mail server: a password is never sent in the clear, nor to a server that only says it is the right one. */
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
