import { BadgeCheck, Gem, LifeBuoy, Mail, ShieldCheck, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { UserDetail } from '@slipstream/contract/users-detail'
import { plural } from '#lib/counts.ts'
import type { Guard } from '#lib/guard.ts'
import { Link, type PageAddress } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { BanCard } from './ban-card.tsx'
import { InvitedNotice, RoleAndData } from './role-and-data.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserNotes } from './user-notes.tsx'
import { type OrderStatusOf, UserMods, UserOrders, UserSessions } from './user-records.tsx'
import { UserTimeline } from './user-timeline.tsx'
import { useUserDetail } from './users.queries.ts'

interface UserPageProps {
  id: number
  guard: Guard
  /** Renders the status of an order. */
  orderStatus: OrderStatusOf
  /** Renders the button that gives this customer a mod. */
  gift: (username: string) => ReactNode
}

/** One account: who it is, what it bought, what happened to it, and what can be done about it. */
export const UserPage = ({ id, ...slots }: UserPageProps) => {
  const { data: person, error, isFetching, refetch } = useUserDetail(id)
  if (person) return <Contents person={person} isOld={error !== null} {...slots} />
  return (
    <Frame title={`User #${id}`}>
      {error instanceof ApiError && error.status === 404 ? (
        <NoSuchAccount />
      ) : error ? (
        <Card>
          <ErrorState
            title="This account could not be loaded."
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Card>
      ) : (
        <div role="status" aria-label="Loading the account" className="flex flex-col gap-5">
          <Skeleton className="h-24 rounded-2xl" />
          <Skeleton className="h-80 rounded-2xl" />
        </div>
      )}
    </Frame>
  )
}

/** The back link keeps the filters of the list. */
const useWayBack = (): PageAddress => {
  const pathname = useLocation().pathname as '/admin/users' | '/admin/users/banned'
  const [params] = useSearchParams()
  const rest = new URLSearchParams(params)
  rest.delete('user')
  return rest.size === 0 ? pathname : `${pathname}?${rest.toString()}`
}

const NoSuchAccount = () => (
  <Card>
    <EmptyState
      icon={<UserX />}
      title="Account not found"
      description="It does not exist, or it was deleted."
      action={
        <Button asChild variant="outline">
          <Link to={useWayBack()}>Show all accounts</Link>
        </Button>
      }
    />
  </Card>
)

interface FrameProps {
  title: ReactNode
  status?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

const Frame = (props: FrameProps) => {
  const back = useWayBack()
  return (
    <PageFrame
      back={{ label: back.startsWith('/admin/users/banned') ? 'Banned Users' : 'All Users', to: back }}
      {...props}
    />
  )
}

type ContentsProps = Omit<UserPageProps, 'id'> & { person: UserDetail; isOld: boolean }

const Contents = ({ person, isOld, guard, orderStatus, gift }: ContentsProps) => (
  <Frame
    title={
      <span className="flex items-center gap-3">
        <Avatar name={person.username} src={person.image} size="lg" />
        {person.username}
      </span>
    }
    status={<Badges person={person} />}
    description={
      <>
        {[person.email, person.discordUsername && `Discord ${person.discordUsername}`, `User #${person.id}`]
          .filter(Boolean)
          .join('\u00a0· ')}
        {'\u00a0· joined '}
        <Moment at={person.createdAt} isDay />
      </>
    }
    actions={
      <>
        {person.email !== null && (
          <Button asChild size="sm" variant="outline">
            <a href={`mailto:${person.email}`}>
              <Mail aria-hidden="true" />
              Send e-mail
            </a>
          </Button>
        )}
        {gift(person.username)}
      </>
    }
  >
    {isOld && <Notice tone="warning" title="The store is not responding. What you see may be out of date." />}
    {person.isInvited && <InvitedNotice person={person} />}
    {person.isDeveloper && (
      <Notice tone="info" title="This is the developer’s account.">
        Its rights come from the store’s configuration and cannot be changed here.
      </Notice>
    )}
    <UserFacts person={person} />
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <UserOrders person={person} orderStatus={orderStatus} />
        <UserMods person={person} />
        <UserSessions person={person} />
        <div className="grid items-start gap-5 md:grid-cols-2">
          <RoleAndData person={person} guard={guard} />
          <BanCard person={person} />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <UserNotes person={person} />
        <UserTimeline id={person.id} />
      </div>
    </div>
  </Frame>
)

const Badges = ({ person: { ban, isAdmin, premiumExpiresAt, email, emailVerified, sums } }: { person: UserDetail }) => (
  <span className="flex flex-wrap gap-1.5">
    {ban && <Badge tone="destructive">Banned</Badge>}
    {isAdmin && (
      <Badge tone="info">
        <ShieldCheck aria-hidden="true" />
        Administrator
      </Badge>
    )}
    {premiumExpiresAt && (
      <Badge tone="premium">
        <Gem aria-hidden="true" />
        Premium until <Moment at={premiumExpiresAt} isDay />
      </Badge>
    )}
    {email !== null && (
      <Badge tone={emailVerified ? 'success' : 'warning'}>
        <BadgeCheck aria-hidden="true" />
        {emailVerified ? 'E-mail verified' : 'E-mail not verified'}
      </Badge>
    )}
    {sums.openTickets > 0 && (
      <Badge tone="warning">
        <LifeBuoy aria-hidden="true" />
        {plural(sums.openTickets, 'open ticket')}
      </Badge>
    )}
  </span>
)
