/** Nothing that a browser could read as another scheme or host: no backslash, no `//`, no dots. */
const PATH = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[\w=&-]*)?(?:#[\w-]+)?$/
const FRAGMENT = /^#[\w-]+$/
const MAIL = /^mailto:[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

const isHttps = (href: string) => {
  if (!/^https:\/\/[^\s\\"'<>`{}]+$/.test(href)) return false
  const url = URL.parse(href)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

/** Why a link cannot be used; null if it can. */
export const hrefProblem = (href: string): string | null => {
  if (PATH.test(href) || FRAGMENT.test(href) || MAIL.test(href) || isHttps(href)) return null
  return `The link to “${href.slice(0, 60)}” cannot be used. Write a path such as /contact, an https address or a mailto address.`
}
