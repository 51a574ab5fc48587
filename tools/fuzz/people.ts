import { randomInt } from 'node:crypto'
import pg from 'pg'
import type { FuzzRequest } from './build-request.ts'
import type { FuzzAnswer, Sender } from './send.ts'
import { parseJson } from './verdict.ts'

export type Role = 'visitor' | 'customer' | 'admin'

/** The demo password. The throw-away accounts share its hash. */
export const PASSWORD = 'slipstream-demo'
const ACCOUNTS = 5_000

/**
 * Throw-away accounts: operations that end a session, delete the account or change its password are part of the run.
 */
export const addThrowAwayAccounts = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const [kind, isAdmin] of [
      ['customer', false],
      ['admin', true],
    ] as const) {
      await client.query(
        `insert into users (username, email, email_verified_at, password_hash, is_admin, discord_id, discord_username)
        select 'fuzz_' || $1 || '_' || n, 'fuzz_' || $1 || '_' || n || '@customer.example', now(), demo.password_hash, $2,
          $1 || '-' || n, 'fuzz_' || n
        from users demo, generate_series(1, ${ACCOUNTS}) n where demo.username = 'demo_customer'`,
        [kind, isAdmin],
      )
    }
    await client.query('analyze users')
  } finally {
    await client.end()
  }
}

/** A different address for each sign-in, so that the limits per address do not end the run. */
export const strangeAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

export interface Person {
  username: string
  token: string
}

export const signIn = async ({ send }: Pick<Sender, 'send'>, role: Role, username: string) => {
  const answer = await send({
    method: 'POST',
    url: role === 'admin' ? '/api/auth/admin-login' : '/api/auth/login',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': strangeAddress() },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  const { token } = (parseJson(answer.text) ?? {}) as { token?: string }
  return { token, answer }
}

/** Signs in the throw-away accounts of each role one after the other. All lanes share one of these. */
export const createPeople = (sender: Pick<Sender, 'send'>) => {
  const next = { visitor: 0, customer: 0, admin: 0 }
  const newPerson = async (role: Role): Promise<Person> => {
    for (let tries = 0; tries < 20; tries += 1) {
      next[role] = (next[role] % ACCOUNTS) + 1
      const username = `fuzz_${role}_${next[role]}`
      const { token } = await signIn(sender, role, username)
      if (token !== undefined) return { username, token }
    }
    throw new Error(`no ${role} can sign in`)
  }
  return { newPerson, used: () => next }
}
export type People = ReturnType<typeof createPeople>

/** One account of each role for one lane, replaced as soon as its token stops working. */
export const createCast = (people: People) => {
  const cast = new Map<Role, Person>()
  return {
    person: async (role: Role): Promise<Person | null> => {
      if (role === 'visitor') return null
      const person = cast.get(role) ?? (await people.newPerson(role))
      cast.set(role, person)
      return person
    },
    /** Adopts a renewed token, and drops an account that was signed out. */
    notice: (role: Role, { name, headers }: FuzzRequest, { status, text }: FuzzAnswer) => {
      const person = cast.get(role)
      if (!person || headers.authorization !== `Bearer ${person.token}`) return
      const { token } = (parseJson(text) ?? {}) as { token?: unknown }
      if (name === 'POST /api/auth/generate-token' && typeof token === 'string') person.token = token
      else if (status === 401 || (status < 300 && ENDING.has(name))) cast.delete(role)
    },
  }
}

/** After these operations the token is no longer valid. */
const ENDING = new Set(['POST /api/auth/logout', 'DELETE /api/account'])
