import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Installed, readLine } from './install-again.ts'

/** An installation that fails at its last check keeps the answers that passed earlier. Returns their names. */
export const tryUnfinished = async ({ deployment, install }: Installed, answers: Record<string, string>) => {
  const { code, error } = await install({ ...answers, DISCORD_CLIENT_SECRET: 'wrong' })
  if (code === 0 || !/^Discord refuses DISCORD_CLIENT_ID/m.test(error)) throw new Error(`wrong secret: ${error}`)
  if (existsSync(join(deployment, 'store.env')))
    throw new Error('settings were written before all answers were checked')
  const kept = ['STRIPE_SECRET_KEY', 'S3_SECRET_ACCESS_KEY', 'BACKUP_BUCKET', 'BACKUP_ENDPOINT', 'SMTP_URL']
  for (const name of kept) {
    const line = readLine(deployment, 'answers', name)
    if (line !== answers[name]) throw new Error(`${name} was not kept: ${String(line)}`)
  }
  if (readLine(deployment, 'answers', 'DISCORD_CLIENT_SECRET') !== undefined)
    throw new Error('a refused answer was kept')
  console.log('a refused Discord secret: what passed before is kept, the secret is not')
  return kept
}

interface FaultPlaces {
  loopback: string
  freePort: number
  /** A certificate authority that did not sign the store's certificate. */
  otherAuthority: string
}

/** Each fault ends with one sentence and leaves everything as it was. */
export const tryFaults = async (
  { install, readState }: Installed,
  { loopback, freePort, otherAuthority }: FaultPlaces,
) => {
  const busy = createServer().listen(freePort, '127.0.0.1')
  await once(busy, 'listening')
  const before = await readState()
  const untrusted = { CURL_CA_BUNDLE: otherAuthority, HTTPS_SECONDS: '3' }
  const faults: [string, Record<string, string>, RegExp][] = [
    ['missing DNS', { DOMAIN: 'missing.slipstream.test' }, /^The domain missing\.slipstream\.test has no DNS record/],
    ['DNS to loopback', { DOMAIN: loopback }, /^The domain \S+ leads only to 127\.0\.0\.1, which no visitor reaches/],
    ['a busy port', { HTTP_PORT: String(freePort) }, /^Port \d+ is in use by another program/],
    ['a small disk', { MIN_DISK_GB: '100000' }, /^Only \d+ GB of disk are free/],
    ['a wrong Stripe key', { STRIPE_SECRET_KEY: 'sk_test_wrong' }, /^Stripe refuses STRIPE_SECRET_KEY/],
    ['a wrong storage key', { S3_SECRET_ACCESS_KEY: 'wrong' }, /^The storage refuses the key .* S3_ACCESS_KEY_ID/],
    ['a wrong key for backups', { BACKUP_SECRET_ACCESS_KEY: 'wrong' }, /^The storage refuses .* BACKUP_ACCESS_KEY_ID/],
    ['a dead mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }, /^The mail server refuses/],
    ['a certificate that nobody trusts', untrusted, /^https:\S+ has no valid certificate/],
  ]
  for (const [name, change, sentence] of faults) {
    const { code, error } = await install(change)
    if (code === 0 || !sentence.test(error) || error.includes('\n'))
      throw new Error(`${name}: code ${code}, "${error}"`)
    console.log(`${name}: code ${code}, "${error}"`)
  }
  busy.close()
  if ((await readState()) !== before) throw new Error('a fault changed the installation')
}
