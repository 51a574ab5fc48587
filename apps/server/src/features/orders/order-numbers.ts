const FIRST_YEAR = 2026

/** The order numbers with this serial number, one for each year. */
export const numbersOf = (digits: string) =>
  Array.from(
    { length: new Date().getUTCFullYear() - FIRST_YEAR + 1 },
    (_, years) => `SL-${FIRST_YEAR + years}-${digits.padStart(6, '0')}`,
  )
