const FIRST_YEAR = 2026

/** The order numbers that end with these digits, in any year. */
export const numbersOf = (digits: string) =>
  Array.from(
    { length: new Date().getUTCFullYear() - FIRST_YEAR + 1 },
    (_, years) => `SL-${FIRST_YEAR + years}-${digits.padStart(6, '0')}`,
  )
