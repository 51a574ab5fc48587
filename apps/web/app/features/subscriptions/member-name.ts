/** Spec: a user without a name is shown by number. */
export const memberName = ({ username, userId }: { username: string | null; userId: number }): string =>
  username ?? `User #${userId}`
