import { html, type Markup } from '../http/html.ts'
import type { DiscordUser } from './discord-state.ts'

/** A user in one line: name and e-mail. Also used inside buttons, so without block elements. */
export const personLine = (user: DiscordUser, name: Markup) => html`
<span class="names">${name}
<span class="detail"><span>@${user.username}</span> ${emailOf(user)}</span></span>`

const emailOf = ({ email, verified }: DiscordUser) => {
  if (email === null) return html`<em>no e-mail</em>`
  return html`<span>${email}</span> ${!verified && html`<em>not verified</em>`}`
}
