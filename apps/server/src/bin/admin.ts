/** npm run admin -- create NAME EMAIL | grant NAME | revoke NAME | ban NAME [REASON] | unban NAME | end-two-factor NAME */
import { eq } from 'drizzle-orm'
import { EmailAddress, Username } from '@slipstream/contract/users'
import { inTransaction, type Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { loadConfig } from '#config.ts'
import { removeAllPasskeys } from '#features/auth/passkeys.service.ts'
import { endSessions } from '#features/auth/sessions.service.ts'
import { endTwoFactor } from '#features/auth/two-factor.service.ts'
import { banUser, unbanUser } from '#features/users/ban.service.ts'
import { issueSecret } from '#features/auth/one-time-secrets.service.ts'
import { createInvited } from '#features/users/invite.service.ts'
import { setAdmin } from '#features/users/role.service.ts'
import { runCommand } from '#lib/run-command.ts'

const USAGE =
  'usage: admin create NAME EMAIL | grant NAME | revoke NAME | ban NAME [REASON] | unban NAME | end-two-factor NAME'

const config = loadConfig()

const checked = <T>(what: string, schema: { safeParse: (text: string) => Parsed<T> }, text: string): T => {
  const { data, error } = schema.safeParse(text)
  if (data !== undefined) return data
  throw new Error(`${what} "${text}": ${error?.issues.map(({ message }) => message).join(' ')}`)
}
interface Parsed<T> {
  data?: T | undefined
  error?: { issues: { message: string }[] } | undefined
}

const idOf = async (tx: Tx, name: string) => {
  const [row] = await tx.select({ id: users.id }).from(users).where(eq(users.usernameKey, name.toLowerCase()))
  if (!row) throw new Error(`there is no account named "${name}"`)
  return row.id
}

const create = async (tx: Tx, name: string, address: string) => {
  const username = checked('the name', Username, name)
  const email = checked('the address', EmailAddress, address)
  const secret = await issueSecret(tx, 'invitation', await createInvited(tx, { username, email, isAdmin: true }))
  return [
    `${username} is an administrator. Use this link to choose a password. It works once and expires in seven days:`,
    `${config.publicUrl}/login#invitation=${secret}`,
  ].join('\n')
}

/** What each command does to the named account, and the sentence it prints. */
const ACTS: Record<string, (tx: Tx, id: number, rest: string) => Promise<string>> = {
  grant: async (tx, id) => {
    await setAdmin(tx, id, true)
    return 'is now an administrator and has to sign in again'
  },
  revoke: async (tx, id) => {
    await setAdmin(tx, id, false)
    return 'is no longer an administrator'
  },
  ban: async (tx, id, reason) => {
    await banUser(tx, id, { reason: reason || null, endsAt: null })
    return 'was banned and signed out everywhere'
  },
  'end-two-factor': async (tx, id) => {
    await removeAllPasskeys(tx, id)
    await endTwoFactor(tx, id)
    await endSessions(tx, id)
    return 'can now sign in without a second factor and was signed out everywhere'
  },
  unban: async (tx, id) => {
    await unbanUser(tx, id)
    return 'can sign in again'
  },
}

const [verb = '', name = '', ...words] = process.argv.slice(2)

await runCommand('admin', config, (db) =>
  inTransaction(db, async (tx) => {
    const [address = ''] = words
    if (verb === 'create' && address !== '') return create(tx, name, address)
    const act = Object.hasOwn(ACTS, verb) ? ACTS[verb] : undefined
    if (!act || name === '') throw new Error(USAGE)
    return `${name} ${await act(tx, await idOf(tx, name), words.join(' '))}`
  }),
)
