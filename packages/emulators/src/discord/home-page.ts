import type { FastifyReply } from 'fastify'
import { html, type Markup } from '../http/html.ts'
import { DISCORD_CLIENT_ID } from './credentials.ts'
import { membersReport } from './discord-control.ts'
import { sendDiscordPage } from './discord-page.ts'
import type { Discord, DiscordUser, ReceivedMessage } from './discord-state.ts'
import { findMember, ROLES } from './guild.ts'
import { personLine } from './person-line.ts'
import { option, userFields } from './user-fields.ts'

const MOST_MESSAGES_SHOWN = 50

export const sendHomePage = (reply: FastifyReply, discord: Discord, faultsCard: Markup) => {
  const { users, messages } = discord.kept.state()
  return sendDiscordPage(reply, {
    title: 'Discord emulator',
    body: html`<h1>Discord emulator</h1>
<p>Sign-in, roles in one server and channel messages, as an application sees them at Discord.</p>
<h2>Users</h2>
<div class="cards users">${users.map((user) => userCard(discord, user))}
<section class="card" aria-label="New user">
<details><summary>Create a user</summary>
<form method="post" action="/_control/users/add">
${userFields('new', { username: '', displayName: null, email: null, verified: true })}
<label for="avatar-new">Picture</label>
<select id="avatar-new" name="avatar">${option('yes', 'Yes')}${option('no', 'None')}</select>
<button>Create user</button>
</form></details></section></div>
${guildSection(discord)}
<div class="side">${faultsCard}${programsCard(discord.address)}</div>
<h2>Messages received</h2>
${messages.length === 0 && html`<p class="card faint">No webhook has been called yet.</p>`}
${messages.slice(0, MOST_MESSAGES_SHOWN).map(messageCard)}`,
  })
}

const userCard = (discord: Discord, user: DiscordUser) => {
  const isMember = findMember(discord, user.id) !== undefined
  return html`<section class="card" aria-labelledby="user-${user.id}">
<div class="person">${personLine(user, html`<h3 id="user-${user.id}">${user.displayName ?? user.username}</h3>`)}</div>
<p class="detail"><span>Id <code>${user.id}</code></span> ${!isMember && html`<em>not in the server</em>`}</p>
<details><summary>Change<span class="hidden"> ${user.username}</span></summary>
<form method="post" action="/_control/users/change">
<input type="hidden" name="id" value="${user.id}">
${userFields(user.id, user)}
<label for="avatar-${user.id}">Picture</label>
<select id="avatar-${user.id}" name="avatar">${option('keep', 'Keep')}${option('new', 'New')}${option('none', 'None')}</select>
<button>Save</button>
</form>
<div class="row">
${orderButton(isMember ? 'guild/leave' : 'guild/join', user, isMember ? 'Leave the server' : 'Join the server')}
${orderButton('users/remove', user, 'Delete')}
</div></details>
</section>`
}

const orderButton = (order: string, { id, username }: DiscordUser, label: string) =>
  html`<form method="post" action="/_control/${order}"><input type="hidden" name="id" value="${id}">
<button class="second">${label}<span class="hidden">: ${username}</span></button></form>`

const guildSection = (discord: Discord) => html`<section class="card" aria-labelledby="guild">
<h2 id="guild">Members of the server</h2>
<table>
<thead><tr><th scope="col">Member</th><th scope="col">Roles</th></tr></thead>
<tbody>${membersReport(discord).map(
  ({
    username,
    roles,
    joinedAt,
  }) => html`<tr><td class="member">@${username} <span class="detail"><span>since ${moment(joinedAt)}</span></span></td>
<td>${roles.length === 0 ? html`<span class="faint">none</span>` : roles.map(({ name }) => name).join(', ')}</td></tr>`,
)}</tbody></table>
<p class="faint">${ROLES.map(({ name, isAboveBot }) => `${name}: ${isAboveBot ? 'above the bot, which cannot assign it' : 'assignable by the bot'}.`).join(' ')}</p>
</section>`

const messageCard = ({ message }: ReceivedMessage) => html`<article class="card">
<p><strong>${message.author.username}</strong> <span class="detail">${moment(message.timestamp)}</span></p>
${message.mention_everyone && html`<p class="wrong">Everyone on the server is notified.</p>`}
${message.content !== '' && html`<p class="said">${message.content}</p>`}
${message.embeds.map(
  ({ title, description, fields = [] }) => html`<div class="embed">
${title !== undefined && html`<p><strong>${title}</strong></p>`}
${description !== undefined && html`<p class="said">${description}</p>`}
${fields.map(({ name, value }) => html`<p class="said"><strong>${name}</strong> ${value}</p>`)}
</div>`,
)}
</article>`

const programsCard = (address: string) => html`<section class="card" aria-labelledby="programs">
<h2 id="programs">For programs</h2>
<dl>
<dt>API</dt><dd><code>${address}/api</code></dd>
<dt>Pictures</dt><dd><code>${address}/avatars</code></dd>
<dt>Sign-in</dt><dd><code>${address}/oauth2/authorize</code></dd>
<dt>Client id</dt><dd><code>${DISCORD_CLIENT_ID}</code></dd>
<dt>Redirects</dt><dd>any port of 127.0.0.1 or localhost</dd>
</dl>
<p>POST JSON to <code>/_control/</code>:</p>
<ul class="orders">
<li><code>users/add</code> <code>{ username, displayName, email, verified, avatar }</code></li>
<li><code>users/change</code> the same with <code>id</code>; avatar <code>keep</code>, <code>new</code> or <code>none</code></li>
<li><code>users/remove</code>, <code>guild/join</code>, <code>guild/leave</code> <code>{ id }</code></li>
<li><code>guild/roles</code> <code>{ id, roles }</code>, <code>guild/bot</code> <code>{ isLow }</code></li>
<li><code>faults</code> <code>{ kind, call, percent, times }</code>, <code>faults/clear</code>, <code>reset</code></li>
</ul>
<p>GET <code>/_control/users</code>, <code>guild</code>, <code>messages</code>, <code>calls</code> and <code>faults</code>.</p>
</section>`

const moment = (at: string) => html`<time datetime="${at}">${MOMENTS.format(new Date(at))}</time>`

const MOMENTS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
