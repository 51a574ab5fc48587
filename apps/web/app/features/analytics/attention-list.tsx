import {
  AlarmClock,
  CircleCheck,
  DatabaseBackup,
  Flag,
  Gamepad2,
  type LucideIcon,
  RotateCcw,
  Scale,
  ShieldAlert,
  Siren,
  Star,
  Wrench,
} from 'lucide-react'
import type { AttentionKind } from '@slipstream/contract/analytics-terms'
import type { Attention, AttentionList as List } from '@slipstream/contract/analytics'
import { countText, plural } from '#lib/counts.ts'
import { Link, type PageAddress } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { dueWords, durationWords } from '#ui/duration-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Tone, toneStyles } from '#ui/tone-style.ts'
import { useNow } from '#ui/use-now.ts'
import { useAttention } from './dashboard.queries.ts'
import { usd } from './figure-words.ts'

interface Words {
  Icon: LucideIcon
  tone: Tone
  title: (item: Attention) => string
  /** The page where the item is handled; `verb` is what one does there. */
  to: (item: Attention) => PageAddress
  verb: string
  /** The name of this kind in the "All clear" list. */
  clear: string
}

const money = ({ amountCents }: Attention) => (amountCents === null ? '' : `, ${usd(amountCents)}`)
const orderOr = (item: Attention, list: PageAddress): PageAddress =>
  item.subject ? `/admin/orders?order=${item.subject}` : list

const WORDS: Record<AttentionKind, Words> = {
  money_check: {
    Icon: Scale,
    tone: 'destructive',
    title: ({ count }) => `The books have ${plural(count, 'difference')}`,
    to: () => '/admin/orders',
    verb: 'Compare',
    clear: 'books match Stripe',
  },
  incidents: {
    Icon: Siren,
    tone: 'destructive',
    title: ({ count }) => plural(count, 'open incident'),
    to: () => '/admin/developer',
    verb: 'Open',
    clear: 'incidents',
  },
  backup: {
    Icon: DatabaseBackup,
    tone: 'destructive',
    title: () => 'The backup needs a look',
    to: () => '/admin/database/backup',
    verb: 'Open',
    clear: 'backup',
  },
  disputes: {
    Icon: ShieldAlert,
    tone: 'destructive',
    title: (item) => `${plural(item.count, 'dispute')}${money(item)}`,
    to: (item) => orderOr(item, '/admin/orders?status=disputed'),
    verb: 'Answer',
    clear: 'disputes',
  },
  refund_requests: {
    Icon: RotateCcw,
    tone: 'warning',
    title: (item) => `${plural(item.count, 'refund request')}${money(item)}`,
    to: (item) => orderOr(item, '/admin/orders?requested=true'),
    verb: 'Decide',
    clear: 'refund requests',
  },
  tickets: {
    Icon: AlarmClock,
    tone: 'destructive',
    title: ({ count }) => plural(count, 'ticket is late', 'tickets are late'),
    to: () => '/admin/support/tickets?late=true',
    verb: 'Queue',
    clear: 'late tickets',
  },
  jobs: {
    Icon: Wrench,
    tone: 'warning',
    title: ({ count }) => `${plural(count, 'job')} failed`,
    to: () => '/admin/database/logs?tab=jobs&state=dead',
    verb: 'Retry',
    clear: 'jobs',
  },
  compatibility: {
    Icon: Gamepad2,
    tone: 'warning',
    title: ({ count, subject }) => `${plural(count, 'mod')} not ready for ${subject ?? 'the game'}`,
    to: () => '/admin/mods',
    verb: 'Test',
    clear: 'compatibility',
  },
  reviews: {
    Icon: Star,
    tone: 'info',
    title: ({ count }) => `${plural(count, 'review')} to approve`,
    to: () => '/admin/reviews/pending',
    verb: 'Read',
    clear: 'reviews',
  },
  reported_reviews: {
    Icon: Flag,
    tone: 'info',
    title: ({ count }) => plural(count, 'reported review'),
    to: () => '/admin/reviews?reported=true',
    verb: 'Read',
    clear: 'reports',
  },
}

/** Everything that needs staff attention, most urgent first. */
export const AttentionList = () => {
  const { data, error, refetch, isFetching } = useAttention()
  if (!data && !error) return <Skeleton className="h-96 rounded-2xl" />
  return (
    <Card title={data ? `Needs you (${countText(data.items.length)})` : 'Needs you'} isFlush>
      {data ? (
        <Items list={data} />
      ) : (
        <ErrorState
          title="This list could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
    </Card>
  )
}

const Items = ({ list: { items, clear } }: { list: List }) => (
  <>
    {items.length === 0 ? (
      <EmptyState icon={<CircleCheck />} title="Nothing needs you" description="This list updates every minute." />
    ) : (
      <ul>
        {items.map((item) => (
          <Item key={item.kind} item={item} />
        ))}
      </ul>
    )}
    {items.length > 0 && clear.length > 0 && (
      <p className="flex gap-3 border-t px-4 py-3 text-caption text-muted md:px-5">
        <CircleCheck className="mt-px size-4 shrink-0 text-success" aria-hidden="true" />
        <span>
          <b className="font-medium text-foreground">All clear:</b> {clear.map((kind) => WORDS[kind].clear).join(', ')}
        </span>
      </p>
    )}
  </>
)

const detailOf = ({ subject, dueAt, since, kind }: Attention, now: number) => {
  const number = subject && kind !== 'compatibility' ? `${subject}, ` : ''
  if (dueAt) return `${number}${dueWords(dueAt, now)}`
  if (kind === 'money_check' && since) return `Checked ${durationWords(now - Date.parse(since))} ago`
  return since ? `Oldest has waited ${durationWords(now - Date.parse(since))}` : ''
}

const Item = ({ item }: { item: Attention }) => {
  const now = useNow()
  const { Icon, tone, title, to, verb } = WORDS[item.kind]
  const [name, detail] = [title(item), detailOf(item, now)]
  const isLate = item.dueAt !== null && Date.parse(item.dueAt) < now
  return (
    <li className="flex items-center gap-3 border-t px-4 py-3 md:px-5">
      <span
        className={cx('tinted grid size-9 shrink-0 place-items-center rounded-md', toneStyles[tone])}
        aria-hidden="true"
      >
        <Icon className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="num block text-ui font-medium">{name}</span>
        {detail && (
          <span className={cx('num block text-caption', isLate ? 'text-destructive' : 'text-muted')}>{detail}</span>
        )}
      </span>
      <Button asChild variant="outline" size="sm">
        <Link to={to(item)} aria-label={`${verb}: ${name}`}>
          {verb}
        </Link>
      </Button>
    </li>
  )
}
