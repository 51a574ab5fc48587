import * as z from 'zod'

export interface Purge {
  at: string
  zone: string
  kind: 'files' | 'tags' | 'prefixes' | 'everything'
  items: string[]
}

const list = (item: z.ZodType<string>) => z.array(item).min(1)
export const PurgeOrder = z.xor([
  z.strictObject({ files: list(z.url({ protocol: /^https?$/ })) }),
  z.strictObject({ tags: list(z.string().min(1).regex(/^\S+$/)) }),
  // Host and path without the scheme, as Cloudflare requires.
  z.strictObject({ prefixes: list(z.string().regex(/^[^/\s:]+\.[^/\s:]+(\/\S*)?$/)) }),
  z.strictObject({ purge_everything: z.literal(true) }),
])

/** An entry of the `errors` list in an answer. */
export interface Failure {
  code: number
  message: string
}

export const contentOf = (order: z.infer<typeof PurgeOrder>): [Purge['kind'], string[]] => {
  if ('files' in order) return ['files', order.files]
  if ('tags' in order) return ['tags', order.tags]
  return 'prefixes' in order ? ['prefixes', order.prefixes] : ['everything', []]
}

export const complaintAbout = (body: unknown): Failure => {
  const names = Object.keys(typeof body === 'object' && body !== null ? body : {})
  const [name] = names
  return names.length === 1 && name !== undefined && ['files', 'tags', 'prefixes'].includes(name)
    ? { code: 1_014, message: `"${name}" must be a list of ${name} and not empty` }
    : { code: 1_012, message: 'Request must contain one of "purge_everything", "files", "tags" or "prefixes"' }
}
