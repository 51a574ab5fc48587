/** Cleanup steps that a drill runs at its end, in reverse order. */
export type Undo = (() => Promise<unknown>)[]

/** Runs a drill, cleans up even if a signal ends it, and fails the process if the drill fails. */
export const runDrill = async (drill: (undone: Undo) => Promise<void>) => {
  const undone: Undo = []
  const cleanUp = async () => {
    for (const undo of undone.splice(0).reverse()) await undo().catch((error: unknown) => console.error(error))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().then(() => process.exit(1)))
  }
  try {
    await drill(undone)
    console.log('the drill passed')
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    await cleanUp()
  }
}
