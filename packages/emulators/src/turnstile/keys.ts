/** The result of a challenge. "Expired" issues a token that is already too old. */
export const MODES = ['pass', 'fail', 'expired', 'interactive'] as const
export type Mode = (typeof MODES)[number]

/** The emulator's own key pair. Its tokens are really issued (one use, five minutes, one page) and follow the mode. */
export const DEVELOPMENT_KEYS = {
  sitekey: '0x4EMULATOR000000000000AA',
  secret: '0x4EMULATOR00000000000000000000000AA',
} as const

/** Cloudflare's documented test keys, which behave the same in every mode. */
export const TEST_SITEKEYS: ReadonlyMap<string, { mode: Mode; isVisible: boolean }> = new Map([
  ['1x00000000000000000000AA', { mode: 'pass', isVisible: true }],
  ['2x00000000000000000000AB', { mode: 'fail', isVisible: true }],
  ['1x00000000000000000000BB', { mode: 'pass', isVisible: false }],
  ['2x00000000000000000000BB', { mode: 'fail', isVisible: false }],
  ['3x00000000000000000000FF', { mode: 'interactive', isVisible: true }],
])

/** The token that test sitekeys always return. */
export const DUMMY_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX'

export type TestSecret = 'passes' | 'fails' | 'is spent'

export const TEST_SECRETS: ReadonlyMap<string, TestSecret> = new Map([
  ['1x0000000000000000000000000000000AA', 'passes'],
  ['2x0000000000000000000000000000000AA', 'fails'],
  ['3x0000000000000000000000000000000AA', 'is spent'],
])
