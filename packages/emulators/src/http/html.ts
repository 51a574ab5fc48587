/** Text that is safe to insert into a page. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString() {
    return this.text
  }
}

type Content = Markup | string | number | null | undefined | false | readonly Content[]

/** Builds markup; every value that is not markup itself is escaped. */
export const html = (parts: TemplateStringsArray, ...values: readonly Content[]) =>
  new Markup(parts.map((part, position) => part + (position < values.length ? render(values[position]) : '')).join(''))

const render = (content: Content): string => {
  if (content === null || content === undefined || content === false) return ''
  if (content instanceof Markup) return content.text
  if (typeof content === 'object') return content.map(render).join('')
  return escape(String(content))
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`)
