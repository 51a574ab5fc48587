/** One thing that must be right before people can buy. `npm run doctor` and the dashboard run the same list. */
export interface SetupCheck {
  name: string
  /** What is checked, in a few words: "Mail server". */
  title: string
  /** What the owner can do about it, in a sentence or two. */
  remedy: string
  /** What is wrong, in a sentence without secrets; null if all is well. An error counts as a problem too. */
  find: (signal: AbortSignal) => Promise<string | null>
}
