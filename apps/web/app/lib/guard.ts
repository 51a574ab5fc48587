/** Runs an action that may need fresh proof; null if the proof was declined. */
export type Guard = <Answer>(act: () => Promise<Answer>) => Promise<Answer | null>
