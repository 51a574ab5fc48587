import { html } from '../../http/html.ts'

interface ControlForm {
  /** The order's name under `/_control/`. */
  order: string
  given: Record<string, string>
  label: string
  /** What the order is about, for those who hear the button without seeing its row. */
  about: string
}

/** A button that gives one order to the control plane. */
export const controlForm = ({ order, given, label, about }: ControlForm) =>
  html`<form method="post" action="/_control/${order}">${Object.entries(given).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="second" aria-label="${label}: ${about}">${label}</button></form>`

const MOMENTS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

export const momentText = (unixSeconds: number) => {
  const at = new Date(unixSeconds * 1000)
  return html`<time datetime="${at.toISOString()}">${MOMENTS.format(at)}</time>`
}
