/** The dollars in the text, or null if it is not a price. */
export const dollarsIn = (text: string): number | null =>
  /^\$?\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text.replace('$', '')) : null

/** The whole number in the text, or null if it holds anything else. */
export const wholeIn = (text: string): number | null => (/^-?\d{1,9}$/.test(text) ? Number(text) : null)
