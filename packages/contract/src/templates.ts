import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

/** What the creator may change about a mail: plain text around the store's own. */
export const TemplateWords = z.strictObject({
  /** Empty for the default subject. */
  subject: text(150),
  /** Above the mail's own text; empty for none. */
  intro: text(1_000, { multiline: true }),
  /** Below the mail's own text; empty for none. */
  outro: text(1_000, { multiline: true }),
})
export type TemplateWords = z.output<typeof TemplateWords>

const Variable = z.object({ name: z.string(), example: z.string() })

export const MailTemplate = z.object({
  name: z.string(),
  /** The default subject, filled in with the examples. */
  subject: z.string(),
  /** The only variables that this template may contain. */
  variables: z.array(Variable),
  /** Null if nothing was changed. */
  words: z.nullable(TemplateWords),
})
export type MailTemplate = z.output<typeof MailTemplate>

const params = z.strictObject({ name: text(60).check(z.regex(/^[a-z-]+$/)) })
const errors = ['template.not_found', 'template.invalid'] as const

export const templatesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/templates',
    summary: 'List the mails of the store with the variables of each',
    access: 'admin',
    response: z.array(MailTemplate),
  }),
  save: endpoint({
    method: 'PATCH',
    path: '/api/admin/templates/:name',
    summary: 'Change the words of a mail',
    access: 'admin',
    needsProof: true,
    params,
    body: TemplateWords,
    response: MailTemplate,
    errors,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/api/admin/templates/:name',
    summary: 'Go back to the store’s own words',
    access: 'admin',
    needsProof: true,
    params,
    response: MailTemplate,
    errors: ['template.not_found'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/templates/:name/preview',
    summary: 'Render a mail with examples, as mail programs show it',
    access: 'admin',
    needsProof: 'no: only renders',
    params,
    body: TemplateWords,
    response: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
    errors,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/admin/templates/:name/test',
    summary: 'Send a mail with examples to your own address only',
    access: 'admin',
    needsProof: 'no: mails only the caller',
    params,
    body: TemplateWords,
    response: z.object({ to: z.string() }),
    errors: [...errors, 'newsletter.no_address'],
  }),
}
