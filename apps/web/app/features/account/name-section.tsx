import type { Account } from '@slipstream/contract/account'
import { Avatar } from '#ui/avatar.tsx'
import { Moment } from '#ui/moment.tsx'
import { AccountSection } from './account-section.tsx'
import { rulesOf, useChangeName } from './account.queries.ts'
import { AccountFieldForm } from './account-field-form.tsx'

export const NameSection = ({ account, image }: { account: Account; image: string | null }) => {
  const { username, createdAt } = account
  return (
    <AccountSection id="name" description="How you appear in reviews and in support tickets.">
      <div className="flex items-center gap-4">
        <Avatar name={username} src={image} size="lg" />
        <div className="min-w-0">
          <p className="truncate text-title">{username}</p>
          <p className="text-small text-muted">
            Member since <Moment at={createdAt} isDay />
          </p>
        </div>
      </div>
      <p className="text-small text-muted">
        {image
          ? 'Your picture comes from Discord. Change it there, then log in with Discord again.'
          : 'Link Discord to show your Discord picture. Until then we show your initials.'}
      </p>
      <AccountFieldForm
        label="Username"
        hint="3 to 32 characters: letters, digits, dots, dashes and underscores."
        action="Save username"
        act={useChangeName()}
        name="username"
        schema={rulesOf('change')}
        done="Saved."
        initial={username}
        input={{ autoComplete: 'username', autoCapitalize: 'none', spellCheck: false }}
      />
    </AccountSection>
  )
}
