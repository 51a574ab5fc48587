import { type TicketCategory, TICKET_CATEGORIES } from '@slipstream/contract/ticket-terms'
import type { DeskView } from '@slipstream/contract/tickets-admin'
import type { QueueQuery } from './tickets-admin.queries.ts'

export const FILTER_NAMES = ['view', 'category', 'assignee', 'premium', 'late', 'q'] as const
export type FilterValues = Readonly<Record<(typeof FILTER_NAMES)[number], string>>

const VIEWS: readonly DeskView[] = ['queue', 'waiting', 'snoozed', 'solved', 'spam']
const isView = (word: string): word is DeskView => VIEWS.some((view) => view === word)
const isCategory = (word: string): word is TicketCategory => TICKET_CATEGORIES.some((category) => category === word)

/** Parses the filters in the URL and ignores invalid values. */
export const queryOf = ({ view, category, assignee, premium, late, q }: FilterValues): QueueQuery => ({
  ...(isView(view) && { view }),
  ...(isCategory(category) && { category }),
  ...(assignee && { assignee }),
  ...(premium === 'true' && { premium }),
  ...(late === 'true' && { late }),
  ...(q && { q }),
})

/** The tabs above the queue. */
export const TABS = [
  {
    label: 'Mine',
    search: '?assignee=me',
    count: 'mine',
    isCurrent: ({ assignee }: FilterValues) => assignee === 'me',
  },
  {
    label: 'All open',
    search: '',
    count: 'queue',
    isCurrent: ({ view, assignee }: FilterValues) => assignee === '' && (view === '' || view === 'queue'),
  },
  {
    label: 'Unassigned',
    search: '?assignee=none',
    count: 'unassigned',
    isCurrent: ({ assignee }: FilterValues) => assignee === 'none',
  },
  {
    label: 'Snoozed',
    search: '?view=snoozed',
    count: 'snoozed',
    isCurrent: ({ view }: FilterValues) => view === 'snoozed',
  },
  { label: 'Closed', search: '?view=solved', count: null, isCurrent: ({ view }: FilterValues) => view === 'solved' },
] as const
