const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * `24 Nov`. Formatted by hand and in UTC, because server and browser must produce the same text whatever their locale
 * data.
 */
export const shortDay = (at: string): string => {
  const date = new Date(at)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** `24 Nov 2026` */
export const calendarDay = (at: string): string => `${shortDay(at)} ${new Date(at).getUTCFullYear()}`
