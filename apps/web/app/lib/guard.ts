/** Runs an action, after reauthentication if the server requires it. Null if the user declined. */
export type Guard = <Answer>(act: () => Promise<Answer>) => Promise<Answer | null>
