/**
 * Divides whole cents in proportion to the weights. The parts add up to the amount, and none exceeds its weight as long
 * as the amount does not exceed all of them.
 */
export const allocateCents = (amount: number, weights: readonly number[]): number[] => {
  const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
  let weighed = 0n
  let given = 0n
  return weights.map((weight) => {
    weighed += BigInt(weight)
    // All that is due so far, less what was given before: rounding never loses or invents a cent.
    const due = whole === 0n ? 0n : (BigInt(amount) * weighed) / whole
    const share = due - given
    given = due
    return Number(share)
  })
}
