import { createContext, useContext } from 'react'
import type { SectionId } from './section-titles.ts'

interface ProofParts {
  /**
   * Runs an action. If the server asks for fresh proof, shows the proof dialog and retries once. The section is where
   * the user returns to after Discord; null on pages other than the profile.
   */
  guard: <Answer>(section: SectionId | null, act: () => Promise<Answer>) => Promise<Answer>
  /** Asks for proof and waits for it. Rejects with ProofDeclined. */
  askProof: (section: SectionId | null) => Promise<void>
  /** The section for whose change the user has just confirmed their identity with Discord. */
  confirmed: SectionId | null
}

export const ProofContext = createContext<ProofParts | null>(null)

export const useProof = (): ProofParts => {
  const parts = useContext(ProofContext)
  if (!parts) throw new Error('This part of the page must be inside <Proof>')
  return parts
}
