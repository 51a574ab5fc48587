import { html } from '../http/html.ts'
import { USERNAME_PATTERN, USERNAME_RULE } from './users.ts'

interface Values {
  username: string
  displayName: string | null
  email: string | null
  verified: boolean
}

/** The fields of every form about a user. `scope` keeps their ids unique on pages with several forms. */
export const userFields = (scope: string, { username, displayName, email, verified }: Values, problem?: string) => html`
<label for="username-${scope}">Username</label>
<input id="username-${scope}" name="username" value="${username}" required pattern="${USERNAME_PATTERN}" autocomplete="off"
autocapitalize="none" spellcheck="false" aria-describedby="username-rule-${scope}"${problem !== undefined && html` aria-invalid="true" autofocus`}>
<p class="hint" id="username-rule-${scope}">${problem === undefined ? USERNAME_RULE : html`<span class="wrong">${problem}</span>`}</p>
<label for="display-name-${scope}">Display name <span class="optional">(optional)</span></label>
<input id="display-name-${scope}" name="displayName" value="${displayName}" maxlength="32" autocomplete="off">
<label for="email-${scope}">E-mail <span class="optional">(optional)</span></label>
<input id="email-${scope}" name="email" type="email" value="${email}" autocomplete="off">
<label for="verified-${scope}">E-mail verified</label>
<select id="verified-${scope}" name="verified">${option('yes', 'Yes', verified)}${option('no', 'No', !verified)}</select>`

export const option = (value: string, label: string, isSelected = false) =>
  html`<option value="${value}"${isSelected && html` selected`}>${label}</option>`
