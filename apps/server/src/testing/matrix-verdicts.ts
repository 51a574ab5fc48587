import type { Access } from '@slipstream/contract/endpoint'
import type { newCast } from './matrix-people.ts'

type Role = keyof Awaited<ReturnType<typeof newCast>>['tokens']

const OUTSIDERS = { visitor: 401, banned: 403, 'expired token': 401, 'token of a signed-out session': 401 } as const

/** What each role gets from a call, by its access level. */
export const VERDICTS: Record<Access, Record<Role, 'let in' | 401 | 403>> = {
  public: {
    visitor: 'let in',
    user: 'let in',
    'other user': 'let in',
    banned: 'let in',
    admin: 'let in',
    developer: 'let in',
    'expired token': 'let in',
    'token of a signed-out session': 'let in',
  },
  user: { ...OUTSIDERS, user: 'let in', 'other user': 'let in', admin: 'let in', developer: 'let in' },
  admin: { ...OUTSIDERS, user: 403, 'other user': 403, admin: 'let in', developer: 'let in' },
  developer: { ...OUTSIDERS, user: 403, 'other user': 403, admin: 403, developer: 'let in' },
}
