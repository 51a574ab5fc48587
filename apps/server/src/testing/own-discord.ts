import { startEmulators } from './own-emulators.ts'

interface Guild {
  members: { userId: string; username: string; roles: { name: string }[] }[]
}

interface PostedMessage {
  message: {
    id: string
    edited_timestamp: string | null
    embeds: { title: string; description: string; url: string; fields: { name: string; value: string }[] }[]
  }
  sent: { allowed_mentions?: object }
}

/** A Discord emulator for one test file; its tests can make it fail. */
export const startOwnDiscord = async () => {
  const { address, ask, close } = await startEmulators('discord')
  let made = 0
  return {
    address,
    /** A new user, by default in the server. */
    newUser: async ({ isInServer = true } = {}) => {
      made += 1
      const { id } = await ask<{ id: string }>('users/add', { username: `racer_${made}` })
      if (isInServer) await ask('guild/join', { id })
      return id
    },
    join: (id: string) => ask('guild/join', { id }),
    setRoles: (id: string, roles: readonly string[]) => ask('guild/roles', { id, roles }),
    /** The names of the user's roles; null if they are not in the server. */
    rolesOf: async (id: string) => {
      const { members } = await ask<Guild>('guild')
      return members.find(({ userId }) => userId === id)?.roles.map(({ name }) => name) ?? null
    },
    /** The messages that webhooks posted, newest first. */
    messages: () => ask<PostedMessage[]>('messages'),
    /** A person drags the bot's role below Premium, or back. */
    lowerBot: (isLow: boolean) => ask('guild/bot', { isLow }),
    fault: (order: object) => ask('faults', order),
    /** How many calls have met a fault. */
    suffered: async () =>
      (await ask<{ suffered: number }[]>('faults')).reduce((sum, { suffered }) => sum + suffered, 0),
    clearFaults: () => ask('faults/clear', {}),
    calls: async () =>
      (await ask<{ method: string; status: number }[]>('calls')).map(({ method, status }) => `${method} ${status}`),
    reset: () => ask('reset', {}),
    close,
  }
}

export type OwnDiscord = Awaited<ReturnType<typeof startOwnDiscord>>
