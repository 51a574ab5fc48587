/** The median of measured values; for an even number of values, the upper of the two in the middle. */
export const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
