import type { DeclaredEndpoint, DeclaredTable } from './declarations.ts'
import { type Repository, SERVER, WEB } from './repository.ts'

export interface Item {
  /** `look at` means that only a person can decide. */
  verdict: 'has' | 'lacks' | 'not needed' | 'look at'
  subject: string
  /** What was found, or which file to edit and what to write. */
  details: string
}

export interface Feature {
  name: string
  repository: Repository
  endpoints: readonly DeclaredEndpoint[]
  tables: readonly DeclaredTable[]
}

export type Check = (feature: Feature) => Item

export const has = (subject: string, details: string): Item => ({ verdict: 'has', subject, details })
export const lacks = (subject: string, details: string): Item => ({ verdict: 'lacks', subject, details })
export const notNeeded = (subject: string, why: string): Item => ({ verdict: 'not needed', subject, details: why })

export const lookAt = (subject: string, details: string): Item => ({ verdict: 'look at', subject, details })

/** One item about a list that must hold all of these: it names the missing ones. */
export const listed = (
  subject: string,
  place: string,
  wanted: readonly string[],
  isThere: (one: string) => boolean,
) => {
  const missing = wanted.filter((one) => !isThere(one))
  return missing.length > 0
    ? lacks(subject, `${place}: add ${missing.join(', ')}`)
    : has(subject, `${place} (${wanted.length})`)
}

export const read = ({ repository }: Feature, file: string) => repository.get(file) ?? ''
export const filesIn = ({ repository }: Feature, folder: string, ending: RegExp) =>
  [...repository.keys()].filter((file) => file.startsWith(`${folder}/`) && ending.test(file))
export const serverFiles = (feature: Feature, ending: RegExp) => filesIn(feature, `${SERVER}/${feature.name}`, ending)
export const webFiles = (feature: Feature, ending: RegExp) => filesIn(feature, `${WEB}/${feature.name}`, ending)
export const exportsOf = (feature: Feature, files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) => [...read(feature, file).matchAll(pattern)].map(([, name = '']) => name))
export const callOf = ({ method, path }: DeclaredEndpoint) => `${method} ${path}`
export const mentions = (text: string, name: string) => new RegExp(`\\b${name.replace(/s$/, '')}`, 'i').test(text)
export const personalTables = ({ tables }: Feature) => tables.filter(({ refersToUsers }) => refersToUsers)
