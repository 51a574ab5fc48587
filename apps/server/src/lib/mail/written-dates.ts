const LOCALE = 'en-US'

/** Intl puts a narrow space before AM and PM, which some mail programs show as a box. */
const plain = (written: string) => written.replaceAll('\u202F', ' ')

/** `November 15, 2026`, in the store's time zone. */
export const writtenDay = (at: Date, timeZone: string) =>
  plain(at.toLocaleDateString(LOCALE, { year: 'numeric', month: 'long', day: 'numeric', timeZone }))

/** `November 15, 2026 at 6:45 PM UTC`. */
export const writtenTime = (at: Date, timeZone: string) =>
  plain(
    at.toLocaleString(LOCALE, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      timeZoneName: 'short',
    }),
  )
