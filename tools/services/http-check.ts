export const assertAnswers = async (name: string, address: string) => {
  const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
}
