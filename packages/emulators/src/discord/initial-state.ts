import type { DiscordState } from './discord-state.ts'

/** The users that exist from the start. */
const DEVELOPER = '1170001008000000001'
export const MIKA = '1170002000000000002'
export const NORA_WITHOUT_EMAIL = '1170003002000000003'
export const UDO_UNVERIFIED = '1170004003000000004'
export const OLA_OUTSIDE = '1170005002000000005'

const LONG_AGO = '2025-03-01T12:00:00.000Z'

export const initialState = (): DiscordState => ({
  users: [
    {
      id: DEVELOPER,
      username: 'slipstream_dev',
      displayName: 'Slipstream Developer',
      email: 'developer@slipstream.example',
      verified: true,
      avatar: null,
    },
    {
      id: MIKA,
      username: 'mika.apex',
      displayName: 'Mika Apex',
      email: 'mika@customer.example',
      verified: true,
      avatar: '5f2d8c1b9a3e4706b8d1c2f3a4e59687',
    },
    {
      id: NORA_WITHOUT_EMAIL,
      username: 'nora_nomail',
      displayName: 'Nora',
      email: null,
      verified: false,
      avatar: null,
    },
    {
      id: UDO_UNVERIFIED,
      username: 'udo_unverified',
      displayName: 'Udo Understeer',
      email: 'udo@customer.example',
      verified: false,
      avatar: null,
    },
    {
      id: OLA_OUTSIDE,
      username: 'ola_outsider',
      displayName: null,
      email: 'ola@customer.example',
      verified: true,
      avatar: null,
    },
  ],
  members: [DEVELOPER, MIKA, NORA_WITHOUT_EMAIL, UDO_UNVERIFIED].map((userId) => ({
    userId,
    roles: [],
    joinedAt: LONG_AGO,
  })),
  codes: [],
  tokens: [],
  messages: [],
})
