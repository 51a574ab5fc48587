/** Does what the store may want a fresh proof for; null where nobody gave it. */
export type Guard = <Answer>(act: () => Promise<Answer>) => Promise<Answer | null>
