import { expect, test } from 'vitest'
import { isPremiumNow, readUser } from './signed-in-user.ts'

const HASH = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'
const SNOWFLAKE = '175928847299117063'

test('[AUTH-14] the user from the auth check has every specified field', () => {
  const answer = {
    id: 7,
    username: 'mara.k',
    email: 'mara@example.com',
    isAdmin: true,
    isPremium: true,
    premiumExpiresAt: '2027-01-01T00:00:00.000Z',
    discord_username: 'mara',
  }
  expect(readUser(answer)).toMatchObject({ ...answer, is_admin: true })
})

test.each([
  [{ isAdmin: true }, true],
  [{ is_admin: true }, true],
  [{ isAdmin: false, is_admin: true }, true],
  [{ isAdmin: 'yes' }, false],
  [{}, false],
])('[AUTH-10] [GATE-06] a user with %o is an admin: %s', (flags, expected) => {
  const user = readUser({ id: 1, username: 'idris', ...flags })
  expect(user.isAdmin).toBe(expected)
  expect(user.is_admin).toBe(expected)
})

test.each(['image', 'avatarUrl', 'profileImage', 'profile_image_url'])(
  '[AUTH-10] an avatar in the field %s takes precedence over the Discord avatar',
  (name) => {
    const user = readUser({ username: 'mara', [name]: '/mara.webp', discordId: SNOWFLAKE, discordAvatar: HASH })
    expect(user.image).toBe('/mara.webp')
  },
)

test.each([
  { discordId: SNOWFLAKE, discordAvatar: HASH },
  { id: SNOWFLAKE, avatar: HASH },
])('[AUTH-10] a user with %o gets the Discord CDN avatar in size 128', (fields) => {
  const { image, discordId } = readUser({ username: 'mara', ...fields })
  expect(image).toBe(`https://cdn.discordapp.com/avatars/${SNOWFLAKE}/${HASH}.png?size=128`)
  expect(discordId).toBe(SNOWFLAKE)
})

test.each([
  { id: 7, discordAvatar: HASH },
  { id: '7', avatar: HASH },
  { discordId: SNOWFLAKE },
  { discordId: SNOWFLAKE, discordAvatar: '../../evil' },
])('[AUTH-10] a user with %o has no picture and gets initials', (fields) => {
  expect(readUser({ username: 'mara', ...fields }).image).toBeNull()
})

test.each([null, 'mara', {}, { username: '' }])('the response %o is not accepted as a user', (answer) => {
  expect(() => readUser(answer)).toThrow(TypeError)
})

const NOW = Date.parse('2026-11-15T12:00:00Z')
test.each([
  [true, '2026-11-15T12:00:01Z', true],
  [true, '2026-11-15T12:00:00Z', false],
  [true, null, false],
  [true, 'soon', false],
  [false, '2026-11-15T12:00:01Z', false],
])('[AUTH-09] isPremium %s until %s is premium at noon: %s', (isPremium, premiumExpiresAt, expected) => {
  expect(isPremiumNow(readUser({ username: 'mara', isPremium, premiumExpiresAt }), NOW)).toBe(expected)
})
