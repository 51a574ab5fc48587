import { escapeXml } from '#lib/xml.ts'

/** Markup that is already escaped. Only `html` creates it. */
class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}
export type { Html }

type Part = string | number | Html | readonly Html[]

/** Template tag for markup. Every value is escaped unless `html` created it. */
export const html = (markup: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(String.raw({ raw: markup }, ...parts.map(markupOf)))

const markupOf = (part: Part): string => {
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(markupOf).join('')
  return escapeXml(String(part))
}
