/** What is asked decides how long it may take. */
export type Kind = 'list' | 'search' | 'report' | 'report of a year' | 'statement of the money check'

export type Questions = Record<string, { kind: Kind; ask: () => Promise<unknown> }>

/** The cursor behind this many pages, or the last one if there are fewer. */
export const cursorBehind = async (pages: number, read: (after?: string) => Promise<{ next: string | null }>) => {
  let after: string | undefined
  for (let page = 0; page < pages; page += 1) after = (await read(after)).next ?? after
  return after
}
