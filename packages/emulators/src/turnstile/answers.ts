import { randomBytes } from 'node:crypto'
import { DEVELOPMENT_KEYS, DUMMY_TOKEN, type Mode, TEST_SECRETS, TEST_SITEKEYS, type TestSecret } from './keys.ts'

const VALID_FOR_MS = 300_000
const MOST_REMEMBERED = 1_000
const LONGEST_TOKEN = 2_048

/** A widget on a page, before it is solved. */
export interface Challenge {
  sitekey: string
  hostname: string
  action: string
  cdata: string
}

/** A solved challenge. */
export interface Answer extends Challenge {
  token: string
  issuedAt: string
  expiresAt: string
  isInteractive: boolean
  /** Set by the first verification; null if it had no idempotency key. */
  spentBy?: string | null
}

type ErrorCode =
  | 'missing-input-secret'
  | 'invalid-input-secret'
  | 'missing-input-response'
  | 'invalid-input-response'
  | 'timeout-or-duplicate'
  | 'bad-request'
  | 'internal-error'

export interface Verdict {
  success: boolean
  'error-codes': ErrorCode[]
  challenge_ts?: string
  hostname?: string
  action?: string
  cdata?: string
  metadata?: { interactive: boolean }
  messages?: string[]
}

interface Verification {
  secret?: string | undefined
  response?: string | undefined
  idempotency_key?: string | undefined
}

type Outcome = { token: string; validForMs: number } | { code: string }

/** The widget's error codes: the visitor failed the challenge, or the sitekey is unknown. */
const CHALLENGE_FAILED = '600010'
const UNKNOWN_SITEKEY = '110100'

export const refusal = (...codes: ErrorCode[]): Verdict => ({ success: false, 'error-codes': codes, messages: [] })

/** A map that drops its oldest entry when it is full. */
export const rememberNewest = <Value>(map: Map<string, Value>, key: string, value: Value) => {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest)
}

/** The issued tokens and their verification. */
export const openAnswers = () => {
  const answers = new Map<string, Answer>()

  const issue = (challenge: Challenge, mode: Mode): Answer => {
    const now = Date.now()
    const answer: Answer = {
      ...challenge,
      token: `0.${randomBytes(48).toString('base64url')}`,
      issuedAt: new Date(now).toISOString(),
      expiresAt: new Date(mode === 'expired' ? now : now + VALID_FOR_MS).toISOString(),
      isInteractive: mode === 'interactive',
    }
    rememberNewest(answers, answer.token, answer)
    return answer
  }

  /** The outcome that the widget receives. */
  const solve = (challenge: Challenge, mode: Mode): Outcome => {
    const test = TEST_SITEKEYS.get(challenge.sitekey)
    if (!test && challenge.sitekey !== DEVELOPMENT_KEYS.sitekey) return { code: UNKNOWN_SITEKEY }
    const ruling = test?.mode ?? mode
    if (ruling === 'fail') return { code: CHALLENGE_FAILED }
    if (test) return { token: DUMMY_TOKEN, validForMs: VALID_FOR_MS }
    const { token, expiresAt } = issue(challenge, ruling)
    return { token, validForMs: Math.max(0, Date.parse(expiresAt) - Date.now()) }
  }

  /** The verdict that the verifying server receives. */
  const verify = ({ secret, response, idempotency_key: key }: Verification): Verdict => {
    const missing: ErrorCode[] = []
    if (!secret) missing.push('missing-input-secret')
    if (!response) missing.push('missing-input-response')
    if (!secret || !response) return refusal(...missing)
    const test = TEST_SECRETS.get(secret)
    if (test) return verdictOfTestSecret(test)
    if (secret !== DEVELOPMENT_KEYS.secret) return refusal('invalid-input-secret')
    const answer = response.length > LONGEST_TOKEN ? undefined : answers.get(response)
    if (!answer) return refusal('invalid-input-response')
    return redeem(answer, key)
  }

  return { issue, solve, verify, list: () => [...answers.values()], clear: () => answers.clear() }
}

/**
 * A token works once. A caller whose connection was cut can repeat the request with its idempotency key and gets the
 * same result.
 */
const redeem = (answer: Answer, key: string | undefined): Verdict => {
  const isRepeated = key !== undefined && answer.spentBy === key
  const isTooLate = Date.parse(answer.expiresAt) <= Date.now()
  if (!isRepeated && (answer.spentBy !== undefined || isTooLate)) return refusal('timeout-or-duplicate')
  answer.spentBy = key ?? null
  return {
    success: true,
    'error-codes': [],
    challenge_ts: answer.issuedAt,
    hostname: answer.hostname,
    action: answer.action,
    cdata: answer.cdata,
    metadata: { interactive: answer.isInteractive },
  }
}

const verdictOfTestSecret = (test: TestSecret): Verdict => {
  if (test === 'fails') return refusal('invalid-input-response')
  if (test === 'is spent') return refusal('timeout-or-duplicate')
  return {
    success: true,
    'error-codes': [],
    challenge_ts: new Date().toISOString(),
    hostname: 'example.com',
    action: '',
    cdata: '',
    metadata: { interactive: false },
  }
}
