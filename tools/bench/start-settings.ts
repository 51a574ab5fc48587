import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The environment that `npm start` gives the server, or `npm run start:worker` the worker, when the shell sets nothing. */
export const startSettings = (root: string, script: 'start' | 'start:worker' = 'start'): Record<string, string> => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<typeof script, string>
  }
  return readAssignments(scripts[script])
}

export const readAssignments = (script: string): Record<string, string> => {
  const [before = ''] = script.split(/\bexec\b/)
  const words = before.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)
  return Object.fromEntries(
    [...words].map(([, name = '', quoted, plain = '']) => [name, (quoted ?? plain).replace(/^\$\{\w+:-(.*)\}$/, '$1')]),
  )
}
