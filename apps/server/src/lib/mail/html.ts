import { escapeXml } from '#lib/xml.ts'

/** Markup that may stand in a page as it is. Only `html` makes it. */
class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}
export type { Html }

type Part = string | number | Html | readonly Html[]

/** Markup with holes. Whatever goes into a hole is escaped, unless it was made here itself. */
export const html = (markup: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(String.raw({ raw: markup }, ...parts.map(markupOf)))

const markupOf = (part: Part): string => {
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(markupOf).join('')
  return escapeXml(String(part))
}
