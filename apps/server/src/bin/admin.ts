/** npm run admin -- create NAME EMAIL | grant NAME | revoke NAME | ban NAME [REASON] | unban NAME | end-two-factor NAME */
import { eq } from 'drizzle-orm'
import { EmailAddress, Username } from '@slipstream/contract/users'
import { inTransaction, type Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { loadConfig } from '#config.ts'
import { type Change, recordChange } from '#features/audit/audit.service.ts'
import { tellOfAccess } from '#features/auth/access-mails.ts'
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

const findPerson = async (tx: Tx, name: string) => {
  const [row] = await tx
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(eq(users.usernameKey, name.toLowerCase()))
  if (!row) throw new Error(`there is no account named "${name}"`)
  return row
}

/** An entry of the audit log whose actor is the command line. */
const record = (
  tx: Tx,
  { id, username }: { id: number; username: string },
  action: string,
  change: Pick<Change, 'before' | 'after'> = {},
) => recordChange(tx, { actorId: null, subject: 'user', subjectId: id, subjectName: username, action, ...change })

const create = async (tx: Tx, name: string, address: string) => {
  const username = checked('the name', Username, name)
  const email = checked('the address', EmailAddress, address)
  const id = await createInvited(tx, { username, email, isAdmin: true })
  await record(tx, { id, username }, 'invite', { after: { isAdmin: true } })
  const secret = await issueSecret(tx, 'invitation', id)
  return [
    `${username} is an administrator. Use this link to choose a password. It works once and expires in seven days:`,
    `${config.publicUrl}/login#invitation=${secret}`,
  ].join('\n')
}

interface Act {
  /** As the same act of an administrator is named in the audit log. */
  action: string
  run: (tx: Tx, id: number, rest: string) => Promise<unknown>
  /** The sentence that is printed after the name. */
  done: string
}

const ACTS: Record<string, Act> = {
  grant: {
    action: 'make administrator',
    run: (tx, id) => setAdmin(tx, id, true),
    done: 'is now an administrator and has to sign in again',
  },
  revoke: {
    action: 'revoke administrator',
    run: (tx, id) => setAdmin(tx, id, false),
    done: 'is no longer an administrator',
  },
  ban: {
    action: 'ban',
    run: (tx, id, reason) => banUser(tx, id, { reason: reason || null, endsAt: null }),
    done: 'was banned and signed out everywhere',
  },
  'end-two-factor': {
    action: 'end second factor',
    run: async (tx, id) => {
      await removeAllPasskeys(tx, id)
      await endTwoFactor(tx, id)
      await endSessions(tx, id)
      await tellOfAccess(tx, id, 'passkeys_removed')
    },
    done: 'can now sign in without a second factor and was signed out everywhere',
  },
  unban: { action: 'lift ban', run: unbanUser, done: 'can sign in again' },
}

const [verb = '', name = '', ...words] = process.argv.slice(2)

await runCommand('admin', config, (db) =>
  inTransaction(db, async (tx) => {
    const [address = ''] = words
    if (verb === 'create' && address !== '') return create(tx, name, address)
    const act = Object.hasOwn(ACTS, verb) ? ACTS[verb] : undefined
    if (!act || name === '') throw new Error(USAGE)
    const person = await findPerson(tx, name)
    await act.run(tx, person.id, words.join(' '))
    await record(tx, person, act.action)
    return `${name} ${act.done}`
  }),
)
