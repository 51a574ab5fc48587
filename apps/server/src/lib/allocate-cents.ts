/**
 * Splits whole cents in proportion to the weights. The parts add up to the amount, and no part exceeds its weight
 * unless the amount exceeds their sum.
 */
export const allocateCents = (amount: number, weights: readonly number[]): number[] => {
  const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
  let weighed = 0n
  let given = 0n
  return weights.map((weight) => {
    weighed += BigInt(weight)
    // Each part is the running total minus what was already allocated, so rounding never loses or adds a cent.
    const due = whole === 0n ? 0n : (BigInt(amount) * weighed) / whole
    const share = due - given
    given = due
    return Number(share)
  })
}
