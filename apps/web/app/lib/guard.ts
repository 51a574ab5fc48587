import { ApiError } from './request.ts'

/** The user closed the proof dialog: nothing was done and nothing failed. */
export class ProofDeclined extends Error {
  constructor() {
    super('The change was canceled.')
    this.name = 'ProofDeclined'
  }
}

/** Asks for proof and waits for it. Rejects with ProofDeclined. */
type Ask = () => Promise<void>

let ask: Ask | null = null

/** Sets who asks for proof on this page; returns how to stop. */
export const askForProof = (by: Ask) => {
  ask = by
  return () => {
    if (ask === by) ask = null
  }
}

/** Runs an action. If the server wants proof of presence and the page has a dialog for it, asks and tries once more. */
export const withProof = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await act()
  } catch (error) {
    if (!ask || !(error instanceof ApiError) || error.code !== 'auth.proof_required') throw error
    await ask()
    return act()
  }
}

/** Runs an action, after reauthentication if the server requires it. Null if the user declined. */
export type Guard = <Answer>(act: () => Promise<Answer>) => Promise<Answer | null>

export const guard: Guard = async (act) => {
  try {
    return await withProof(act)
  } catch (error) {
    if (error instanceof ProofDeclined) return null
    throw error
  }
}
