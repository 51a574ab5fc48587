import { HydrationBoundary } from '@tanstack/react-query'
import { Suspense, useSyncExternalStore } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { authApi } from '@slipstream/contract/auth'
import { SUPPORT_PAGES } from '@slipstream/contract/ticket-terms'
import { ticketLink } from '#features/auth/arrival.ts'
import { useUser } from '#features/auth/auth.queries.ts'
import { BotCheck } from '#features/auth/bot-check.tsx'
import { useAuthOptions } from '#features/auth/sign-in.queries.ts'
import { isPremiumNow } from '#features/auth/signed-in-user.ts'
import { useStore } from '#features/settings/settings.queries.ts'
import { type BotCheckSlot, ContactForm } from '#features/tickets/contact-form.tsx'
import { LazyLinkedThread, LazyResponseTimes } from '#features/tickets/lazy-tickets.tsx'
import { readContext } from '#features/tickets/ticket-context.ts'
import { loadedWholeFrom } from '#lib/loaded-whole.ts'
import { type PageHandle, pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { loadPage } from '#lib/page.server.ts'
import { SignInLink } from '#lib/sign-in-link.tsx'
import { LazyOwnTickets } from '#shell/lazy-own-tickets.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Route } from './+types/tickets.ts'

export const clientMiddleware = [loadedWholeFrom(SUPPORT_PAGES)]
export const loader = ({ context }: Route.LoaderArgs) => loadPage(context, [authApi.options])
export const headers = pageHeaders
export const handle: PageHandle = { query: ['new', 'mod', 'order', 'request'] }
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: titleOf(args.location.pathname),
    description: 'Ask us about a mod, an order, a refund or your account. People answer, within a day or two.',
  })

/** One page with two addresses, each with its own title. */
const titleOf = (pathname: string) => (pathname.startsWith('/contact') ? 'Support / Contact Us' : 'Support Tickets')

const Tickets = ({ loaderData }: Route.ComponentProps) => (
  <HydrationBoundary state={loaderData.queries}>
    <main className="mx-auto min-h-dvh w-full max-w-[1360px] px-5 pt-28 pb-20 md:px-8 md:pt-32">
      <Support />
    </main>
  </HydrationBoundary>
)

const Support = () => {
  const title = titleOf(useLocation().pathname)
  const { data: user } = useUser()
  const { storeName, gameName } = useStore()
  const token = useSyncExternalStore(ticketLink.subscribe, ticketLink.get, () => null)
  const waiting = <Waiting title={title} />
  if (token !== null) {
    return (
      <>
        <Heading title={title} />
        <div className="mx-auto max-w-3xl">
          <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
            <LazyLinkedThread token={token} storeName={storeName} onLeave={() => ticketLink.set(null)} />
          </Suspense>
        </div>
      </>
    )
  }
  if (user) {
    return (
      <Suspense fallback={waiting}>
        <LazyOwnTickets {...{ title, storeName, gameName }} isPremium={isPremiumNow(user)} />
      </Suspense>
    )
  }
  return (
    <>
      {user === undefined && <div className="hidden in-data-session:block">{waiting}</div>}
      <div className={user === undefined ? 'in-data-session:hidden' : undefined}>
        <Contact title={title} />
      </div>
    </>
  )
}

const Heading = ({ title }: { title: string }) => <h1 className="display mb-8 text-display-l">{title}</h1>

/** Shown until the customer's tickets are loaded. */
const Waiting = ({ title }: { title: string }) => (
  <>
    <Heading title={title} />
    <Skeleton className="h-96 rounded-2xl" />
  </>
)

/** For visitors who are not signed in. The server renders it for everybody. */
const Contact = ({ title }: { title: string }) => {
  const [search] = useSearchParams()
  const { gameName } = useStore()
  return (
    <>
      <Heading title={title} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_380px]">
        <section className="surface rounded-2xl p-5 md:p-7" aria-labelledby="write">
          <h2 id="write" className="text-title">
            Write to us
          </h2>
          <p className="mt-1 mb-6 text-muted">
            Do you have an account?{' '}
            <SignInLink next="/tickets" className="text-foreground underline underline-offset-4">
              Log in to see your tickets
            </SignInLink>{' '}
            and to attach your orders and screenshots.
          </p>
          <ContactForm
            context={readContext(search)}
            gameName={gameName}
            botCheck={(slot) => <ContactCheck {...slot} />}
          />
        </section>
        <Suspense>
          <LazyResponseTimes />
        </Suspense>
      </div>
    </>
  )
}

const ContactCheck = (slot: BotCheckSlot) => {
  const { data: options, isError, refetch } = useAuthOptions()
  return (
    <BotCheck
      {...slot}
      action="contact"
      widget={options?.turnstile}
      isUnknown={isError}
      onRetry={() => void refetch()}
    />
  )
}

export default Tickets
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
