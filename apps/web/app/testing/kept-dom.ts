import { builtinEnvironments, type Environment } from 'vitest/runtime'

let kept: ReturnType<Environment['setup']> | undefined

/**
 * One DOM for all test files of a worker: building one takes longer than most files run. `set-up.ts` empties it before
 * each file. A test that must run without a DOM is named `.node.test.ts`.
 */
const environment: Environment = {
  name: 'kept-dom',
  viteEnvironment: 'client',
  setup: async (global: object, options) => {
    kept ??= Promise.resolve(builtinEnvironments.jsdom.setup(global, options))
    await kept
    return { teardown: () => undefined }
  },
}

export default environment
