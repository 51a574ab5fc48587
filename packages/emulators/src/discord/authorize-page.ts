import type { FastifyReply } from 'fastify'
import { html } from '../http/html.ts'
import type { DiscordUser } from './discord-state.ts'
import { sendDiscordPage } from './discord-page.ts'
import { personLine } from './person-line.ts'
import { SCOPES, type Scope } from './scopes.ts'
import { option, userFields } from './user-fields.ts'

/** The typed values, before validation. */
export type NewUserForm = Readonly<Record<string, unknown>>

interface AuthorizePage {
  redirectUri: string
  scopes: readonly Scope[]
  users: readonly DiscordUser[]
  rejected?: { form: NewUserForm; reason: string }
}

// The forms have no action: they post to the page's own URL, which carries the application's parameters.
export const sendAuthorizePage = (reply: FastifyReply, { redirectUri, scopes, users, rejected }: AuthorizePage) =>
  sendDiscordPage(reply, {
    title: 'Authorize access to your account',
    status: rejected ? 400 : 200,
    body: html`<div class="narrow">
<h1>Slipstream wants to access your Discord account</h1>
<ul class="scopes">${scopes.map((scope) => html`<li>${SCOPES[scope]}</li>`)}</ul>
<section class="card" aria-labelledby="who">
<h2 id="who">Continue as</h2>
<form method="post" class="people">${users.map(personButton)}</form>
${newUserForm(rejected)}
</section>
<form method="post"><button class="second wide" name="cancel" value="yes">Cancel</button></form>
<p class="faint return">You return to <code>${new URL(redirectUri).origin}</code></p>
</div>`,
  })

export const sendRefusedPage = (reply: FastifyReply, reason: string) =>
  sendDiscordPage(reply, {
    title: reason,
    status: 400,
    body: html`<div class="narrow"><h1>${reason}</h1>
<p>The application sent a request that Discord would refuse. See <a href="/">what the emulator accepts</a>.</p></div>`,
  })

const personButton = (user: DiscordUser) => html`<button class="person" name="user" value="${user.id}">
${personLine(user, html`<span class="name">${user.displayName ?? user.username}</span>`)}
</button>`

const newUserForm = (rejected: AuthorizePage['rejected']) => {
  const typed = (name: string) => {
    const value = rejected?.form[name]
    return typeof value === 'string' ? value : ''
  }
  const values = {
    username: typed('username'),
    displayName: typed('displayName'),
    email: typed('email'),
    verified: typed('verified') !== 'no',
  }
  return html`<details${rejected && html` open`}>
<summary>Create a user</summary>
<form method="post">
${userFields('new', values, rejected?.reason)}
<label for="avatar-new">Picture</label>
<select id="avatar-new" name="avatar">${option('yes', 'Yes')}${option('no', 'None', typed('avatar') === 'no')}</select>
<button class="wide">Create and continue</button>
</form>
</details>`
}
