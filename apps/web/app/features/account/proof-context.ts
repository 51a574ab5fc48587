import { createContext, useContext } from 'react'
import type { SectionId } from './section-titles.ts'

interface ProofParts {
  /**
   * Does an act; where the store wants fresh proof first, asks for it and then does the act once more. The section is
   * where who goes to Discord for it comes back to; null on pages that are not the profile.
   */
  guard: <Answer>(section: SectionId | null, act: () => Promise<Answer>) => Promise<Answer>
  /** Asks for proof and waits for it. Refused with ProofDeclined. */
  askProof: (section: SectionId) => Promise<void>
  /** The section that the person has just been to Discord for. */
  confirmed: SectionId | null
}

/** The person closed the question for proof: nothing was done, and nothing went wrong. */
export class ProofDeclined extends Error {
  constructor() {
    super('The act was given up.')
    this.name = 'ProofDeclined'
  }
}

export const ProofContext = createContext<ProofParts | null>(null)

export const useProof = (): ProofParts => {
  const parts = useContext(ProofContext)
  if (!parts) throw new Error('There is no <Proof> around this part of the page')
  return parts
}
