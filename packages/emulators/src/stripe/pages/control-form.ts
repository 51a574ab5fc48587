import { html } from '../../http/html.ts'

interface ControlForm {
  /** The name of the action under `/_control/`. */
  order: string
  given: Record<string, string>
  label: string
  /** The object of the action, for screen reader users who do not see the row. */
  about: string
}

/** A button that runs one action of the control API. */
export const controlForm = ({ order, given, label, about }: ControlForm) =>
  html`<form method="post" action="/_control/${order}">${Object.entries(given).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="second" aria-label="${label}: ${about}">${label}</button></form>`

const MOMENTS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

export const momentText = (unixSeconds: number) => {
  const at = new Date(unixSeconds * 1000)
  return html`<time datetime="${at.toISOString()}">${MOMENTS.format(at)}</time>`
}
