/** The middle one of some measured values; of an even number the upper of the two in the middle. */
export const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
