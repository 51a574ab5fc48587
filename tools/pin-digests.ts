/**
 * Replaces the tags of images and of CI actions by what they stand for today. The tag stays beside the digest, so the
 * next run renews it. Docker and git know which registry a reference means; where they reach none, nothing is changed.
 */
import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const FILES = ['compose*.yaml', 'deploy/compose*.yaml', 'deploy/**/Dockerfile', '.github/workflows/*.yml']
const TIMEOUT_MS = 60_000

const run = async (command: string, ...args: readonly string[]) => {
  // Never asks for a password.
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' }
  const { stdout } = await promisify(execFile)(command, args, { timeout: TIMEOUT_MS, env })
  return stdout.trim()
}

const proven = (answer: string, shape: RegExp) => {
  if (!shape.test(answer)) throw new Error(`the answer is no digest: ${answer.slice(0, 80)}`)
  return answer
}

/** With a tag: stages of a build and images of variables have none, and our own are built on the machine. */
const IMAGE = /^(\s*(?:image:|container:|FROM)\s+)(?!slipstream)([\w./-]+:[\w.-]+)(?:@sha256:\w+)?(?=\s|$)/gm
const ACTION = /(\buses:\s+)([\w.-]+\/[\w./-]+)@([\w.-]+)(?:[ \t]+#[ \t]+(\S+))?/g

const imageDigest = async (reference: string) =>
  proven(
    await run('docker', 'buildx', 'imagetools', 'inspect', reference, '--format', '{{.Manifest.Digest}}'),
    /^sha256:[0-9a-f]{64}$/,
  )

/** Where the actions come from: where the workflow runs, or where this checkout is from. */
const actionServer = async () =>
  process.env.GITHUB_SERVER_URL ?? new URL(await run('git', 'remote', 'get-url', 'origin')).origin

const actionCommit = async (action: string, tag: string) => {
  const repository = action.split('/').slice(0, 2).join('/')
  const asked = `refs/tags/${tag}`
  const found = await run('git', 'ls-remote', `${await actionServer()}/${repository}`, asked, `${asked}^{}`)
  const commits = new Map(found.split('\n').map((line) => line.split('\t').toReversed() as [string, string]))
  // An annotated tag is an object of its own; the second line has its commit.
  return proven(commits.get(`${asked}^{}`) ?? commits.get(asked) ?? 'no such tag', /^[0-9a-f]{40}$/)
}

interface Reference {
  /** What stands in the file, without a digest of an earlier run. */
  name: string
  resolve: () => Promise<string>
}

const imagesIn = (text: string) =>
  [...text.matchAll(IMAGE)].map(([, , name = '']): Reference => ({ name, resolve: () => imageDigest(name) }))
const actionsIn = (text: string) =>
  [...text.matchAll(ACTION)].map(
    ([, , action = '', version = '', tag = version]): Reference => ({
      name: `${action}@${tag}`,
      resolve: () => actionCommit(action, tag),
    }),
  )

const pinned = (text: string, digests: ReadonlyMap<string, string>) =>
  text
    .replace(IMAGE, (whole, start: string, name: string) => {
      const digest = digests.get(name)
      return digest === undefined ? whole : `${start}${name}@${digest}`
    })
    .replace(ACTION, (whole, start: string, action: string, version: string, tag = version) => {
      const commit = digests.get(`${action}@${tag}`)
      return commit === undefined ? whole : `${start}${action}@${commit} # ${tag}`
    })

const texts = new Map(globSync(FILES).map((file) => [path.resolve(file), readFileSync(file, 'utf8')]))
const references = new Map(
  [...texts.values()].flatMap((text) => [...imagesIn(text), ...actionsIn(text)]).map((one) => [one.name, one]),
)
const digests = new Map<string, string>()
for (const { name, resolve } of references.values()) {
  try {
    digests.set(name, await resolve())
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).trim().split('\n').slice(-1)
    console.error(`${name} stays as it is: ${reason}`)
  }
}
let changed = 0
for (const [file, text] of texts) {
  const next = pinned(text, digests)
  if (next === text) continue
  writeFileSync(file, next)
  changed += 1
}
console.log(`${digests.size} of ${references.size} references resolved, ${changed} files changed`)
if (digests.size < references.size) process.exitCode = 1
