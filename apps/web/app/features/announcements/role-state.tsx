import type { AnnouncementChannel, RoleVerdict } from '@slipstream/contract/announcements'
import { countText, plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'

const VERDICTS: Record<
  RoleVerdict,
  { tone: 'success' | 'warning' | 'info' | 'destructive'; title: string; text: string }
> = {
  fine: {
    tone: 'success',
    title: 'The bot can give the Premium role',
    text: 'Its own role is above Premium in the list of roles.',
  },
  no_bot: {
    tone: 'info',
    title: 'No bot is set up',
    text: 'Premium members get no role. Set the bot, the server and the role in the environment of the store.',
  },
  too_low: {
    tone: 'destructive',
    title: 'The bot’s role is below Premium',
    text: 'Discord lets a bot give only roles below its own. Drag the bot’s role above Premium: Server settings, Roles.',
  },
  no_permission: {
    tone: 'destructive',
    title: 'The bot may not manage roles',
    text: 'Turn on “Manage roles” for the bot’s role: Server settings, Roles.',
  },
  no_role: {
    tone: 'destructive',
    title: 'The Premium role does not exist',
    text: 'The server has no role with the configured id. Correct DISCORD_PREMIUM_ROLE_ID in the environment.',
  },
  away: {
    tone: 'warning',
    title: 'Discord did not answer',
    text: 'The role could not be checked. Try again in a moment.',
  },
}

interface RoleStateProps {
  channel: AnnouncementChannel
  onCheck: () => void
  isChecking: boolean
}

/** Checked on every visit and whenever the settings are saved. */
export const RoleState = ({ channel: { role, roleCheck }, onCheck, isChecking }: RoleStateProps) => (
  <Card
    title="Premium role"
    description="Premium members get their role from the store’s bot. A nightly job repairs what differs."
    actions={
      <Button size="sm" variant="outline" isLoading={isChecking} onClick={onCheck}>
        Check again
      </Button>
    }
  >
    <div className="flex max-w-[72ch] flex-col gap-3 text-ui">
      <Notice tone={VERDICTS[role].tone} title={VERDICTS[role].title}>
        {VERDICTS[role].text}
      </Notice>
      {roleCheck === null ? (
        <p className="text-muted">The role has not been compared with Premium yet.</p>
      ) : (
        <p className="num">
          Compared <Moment at={roleCheck.at} /> with {plural(roleCheck.members, 'member')} of the server:{' '}
          {countText(roleCheck.missing)} lacked the role and {countText(roleCheck.extra)} had it without Premium;
          repairs for all of them were queued. {countText(roleCheck.unknown)} have it without an account here; those
          were left alone.
        </p>
      )}
      <p>
        <Link to="/admin/subscriptions/recent" className="underline underline-offset-4">
          See the subscriptions
        </Link>
      </p>
    </div>
  </Card>
)
