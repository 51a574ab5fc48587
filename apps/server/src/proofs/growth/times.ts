export const percentile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? Number.NaN

/** In milliseconds. */
export const timeOf = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

export const p95Of = async (work: () => Promise<unknown>, rounds: number) => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await timeOf(work))
  return percentile(times, 0.95)
}

/** A page that administrators open every morning must not take longer. */
const MOST_MS = 300

/** Prints how long each answer takes. The process fails if one takes too long. */
export const judgeAnswers = (answers: readonly { answer: string; p95Ms: number }[]) => {
  console.table(answers.map(({ answer, p95Ms }) => ({ answer, 'p95 ms': Math.round(p95Ms) })))
  const slow = answers.filter(({ p95Ms }) => p95Ms > MOST_MS)
  for (const { answer } of slow) console.log(`missed: ${answer} takes more than ${MOST_MS} ms`)
  if (slow.length > 0) process.exitCode = 1
}
