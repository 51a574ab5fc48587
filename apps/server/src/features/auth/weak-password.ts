import { dictionary } from '@zxcvbn-ts/language-common'
import { DomainError } from '#lib/domain-error.ts'

/**
 * About 50,000 common passwords from breaches of other sites, which attackers try first. A service that knows more of
 * them would hear of our customers, and would be one more thing that can fail.
 */
const COMMON = new Set(dictionary['passwords-common'])

/** Characters that must remain after removing the owner's names. */
const LEAST_OWN = 6
const SHORTEST_NAME = 4
const STANDS_FOR: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

interface Owner {
  username: string
  email?: string | null
}

/**
 * Refuses passwords that are guessed first: common ones (even with decoration), runs of characters, and the owner's own
 * names.
 */
export const refuseWeakPassword = (password: string, owner?: Owner) => {
  const typed = password.toLowerCase()
  if (isCommon(typed) || isRepetition(typed) || isRun(typed) || (owner && isNamed(typed, owner))) {
    throw new DomainError('auth.weak_password')
  }
}

/** `P@ssw0rd2024!` is `password` with decoration. */
const isCommon = (typed: string) => {
  const words = [typed, typed.replace(DECORATION, '')]
  return words.some((word) => COMMON.has(word) || COMMON.has(plainOf(word)))
}
const DECORATION = /^[^a-z]+|[^a-z]+$/g
const plainOf = (word: string) => [...word].map((sign) => STANDS_FOR[sign] ?? sign).join('')

/** The same unit repeated: up to five characters, or a common word. */
const isRepetition = (typed: string) => {
  for (let length = 1; length <= typed.length / 2; length += 1) {
    const unit = typed.slice(0, length)
    if (unit.repeat(Math.ceil(typed.length / length)).startsWith(typed)) return length <= 5 || isCommon(unit)
  }
  return false
}

/** 0123456789, abcdefghij, and the same backward. */
const isRun = (typed: string) => {
  const steps = new Set<number>()
  for (let at = 1; at < typed.length; at += 1) steps.add((typed.charCodeAt(at) - typed.charCodeAt(at - 1) + 10) % 10)
  return steps.size === 1
}

const isNamed = (typed: string, { username, email }: Owner) => {
  const names = [username, email?.split('@')[0]].filter((name) => name !== undefined && name.length >= SHORTEST_NAME)
  return names.some((name) => {
    const left = typed.replaceAll((name ?? '').toLowerCase(), '')
    return left.length < typed.length && left.length < LEAST_OWN
  })
}
