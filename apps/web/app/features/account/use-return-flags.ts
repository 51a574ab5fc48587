import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SECTION_TITLES, type SectionId } from './section-titles.ts'

export interface Returned {
  /** The result of linking. "unproven" means that the server wants fresh proof first. */
  linking: 'linked' | 'taken' | 'unproven' | null
  /** The section for whose change Discord has confirmed the user's identity. */
  confirmed: SectionId | null
}

const FLAGS = ['linked', 'error', 'confirmed']

const ERRORS: Partial<Record<string, Returned['linking']>> = { discord_taken: 'taken', proof_required: 'unproven' }

const isSection = (text: string): text is SectionId => Object.hasOwn(SECTION_TITLES, text)

const readFlags = (query: URLSearchParams): Returned => {
  const section = query.get('confirmed') ?? ''
  return {
    linking: query.get('linked') === 'discord' ? 'linked' : (ERRORS[query.get('error') ?? ''] ?? null),
    confirmed: isSection(section) ? section : null,
  }
}

/** The result of the Discord round trip that led here. Read once: a reload or bookmark must not repeat it. */
export const useReturnFlags = (): Returned => {
  const [query, setQuery] = useSearchParams()
  const [returned] = useState(() => readFlags(query))

  useEffect(() => {
    if (returned.linking === null && returned.confirmed === null) return
    const withoutFlags = (now: URLSearchParams) => {
      const rest = new URLSearchParams(now)
      for (const flag of FLAGS) rest.delete(flag)
      return rest
    }
    setQuery(withoutFlags, { replace: true, preventScrollReset: true })
  }, [returned, setQuery])

  return returned
}
