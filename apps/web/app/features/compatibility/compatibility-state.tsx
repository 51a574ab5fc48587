import type { BoardRow } from '@slipstream/contract/compatibility'
import { Status } from '#ui/status.tsx'
import type { Tone } from '#ui/tone-style.ts'

type State = BoardRow['state']

const LOOKS: Record<State, { tone: Tone; word: string }> = {
  unconfirmed: { tone: 'warning', word: 'Unconfirmed' },
  broken: { tone: 'destructive', word: 'Broken' },
  fixed: { tone: 'info', word: 'Fixed later' },
  confirmed: { tone: 'success', word: 'Confirmed' },
}

/** Sort order: states that need review come first. */
export const STATES = Object.keys(LOOKS) as State[]

export const stateWord = (state: State) => LOOKS[state].word

export const CompatibilityState = ({ state, fixedIn }: { state: State; fixedIn?: string | null }) => (
  <Status tone={LOOKS[state].tone}>{fixedIn ? `Fixed in v${fixedIn}` : LOOKS[state].word}</Status>
)
