import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Link, useNavigate } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { NewTicketForm, type OwnMod } from './new-ticket-form.tsx'
import { OwnThread } from './own-thread.tsx'
import { ResponseTimes } from './response-times.tsx'
import { readContext } from './ticket-context.ts'
import { TicketList } from './ticket-list.tsx'
import { useTickets } from './tickets.queries.ts'

interface TicketDeskProps {
  title: string
  storeName: string
  gameName: string
  isPremium: boolean
  mods: readonly OwnMod[]
  answers: (mod: OwnMod) => ReactNode
}

/** The tickets of a signed-in customer. On a phone either the list or one of them is shown. */
export const TicketDesk = ({ title, storeName, gameName, isPremium, mods, answers }: TicketDeskProps) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const tickets = useTickets()
  const id = Number(search.get('ticket')) || null
  const isNew = search.has('new')
  const hasContent = id !== null || isNew
  return (
    <>
      <DeskHeader {...{ title, isNew, hasContent }} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,380px)_minmax(0,1fr)]">
        <aside className={cx('flex flex-col', hasContent && 'max-lg:hidden')} aria-label="Your tickets">
          <TicketList tickets={tickets} currentId={id} />
          {/* Rendered once the list above has its height, so that it does not move. */}
          {!tickets.list.isPending && (
            <div className="mt-4">
              <ResponseTimes />
            </div>
          )}
        </aside>
        <div className={cx('min-w-0', !hasContent && 'max-lg:hidden')}>
          {isNew && (
            <>
              <Link
                to="?"
                className="mb-3 inline-flex min-h-10 items-center rounded-sm text-small text-muted hover:text-foreground"
              >
                Back to all tickets
              </Link>
              <NewTicketForm
                key={search.toString()}
                context={readContext(search)}
                {...{ mods, answers, gameName }}
                onOpened={(thread) => void navigate(`?ticket=${thread.id}`, { replace: true })}
              />
            </>
          )}
          {id !== null && !isNew && <OwnThread key={id} {...{ id, storeName, isPremium }} />}
          {!hasContent && (
            <div className="surface grid min-h-80 place-items-center rounded-2xl p-8 text-center text-muted">
              Choose a ticket, or open a new one.
            </div>
          )}
        </div>
      </div>
    </>
  )
}

interface DeskHeaderProps {
  title: string
  isNew: boolean
  hasContent: boolean
}

const DeskHeader = ({ title, isNew, hasContent }: DeskHeaderProps) => (
  <div className={cx('flex flex-wrap items-end justify-between gap-4', hasContent ? 'lg:mb-6' : 'mb-6')}>
    <div>
      <h1 className={cx('display text-display-l', hasContent && 'max-lg:sr-only')}>{title}</h1>
      <p className={cx('mt-2.5 text-muted', hasContent && 'max-lg:hidden')}>
        Ask us anything about your mods, orders and account.
      </p>
    </div>
    {!isNew && (
      <Button asChild variant="primary" size="lg" className={cx('max-md:w-full', hasContent && 'max-lg:hidden')}>
        <Link to="?new=general">
          <Plus aria-hidden="true" />
          New ticket
        </Link>
      </Button>
    )}
  </div>
)
