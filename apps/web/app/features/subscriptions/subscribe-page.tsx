import { type ReactNode, Suspense } from 'react'
import type { SoldPlan } from '@slipstream/contract/subscriptions'
import { SignInLink } from '#lib/sign-in-link.tsx'
import { Button } from '#ui/button.tsx'
import { LazyMembership } from './lazy-membership.tsx'
import { PlanCards, PlansPending, PlansSkeleton } from './plan-cards.tsx'
import { modsInWords } from './plan-words.ts'
import { SubscribeHero } from './subscribe-hero.tsx'
import { useIsMember, useSoldPlans } from './subscribe.queries.ts'

interface SubscribeTopProps {
  /** Undefined until it is known whether a user is signed in. */
  isSignedIn: boolean | undefined
  picture: ReactNode
  modCount: number
  /** What is still missing for the receipts; null if nothing is. */
  receipt?: ReactNode
}

/** The hero, and below it the plans or, for a member, the subscription. */
export const SubscribeTop = ({ isSignedIn, picture, modCount, receipt }: SubscribeTopProps) => {
  const isMember = useIsMember(isSignedIn === true)
  return (
    <>
      <SubscribeHero
        picture={picture}
        title={isMember ? 'Subscription Status' : 'Drive every Premium mod'}
        text={isMember ? 'Your plan, your card and your invoices in one place.' : pitch(modCount)}
      />
      <div id="plans" className="relative mx-auto mt-6 max-w-[1360px] scroll-mt-24 px-5 md:-mt-2 md:px-8">
        {isSignedIn ? (
          <Suspense fallback={<PlansSkeleton />}>
            <LazyMembership receipt={receipt} />
          </Suspense>
        ) : (
          <VisitorPlans isKnown={isSignedIn === false} />
        )}
      </div>
    </>
  )
}

const pitch = (modCount: number) => {
  const mods = modCount > 0 ? `${modsInWords(modCount)} today, plus every new Premium mod.` : 'Every Premium mod.'
  return `${mods} One small price. Cancel any time.`
}

/**
 * The server renders the page for a visitor. A browser with a token is marked before the first paint and shows a skeleton
 * instead, because a member would otherwise see offers flash by.
 */
const VisitorPlans = ({ isKnown }: { isKnown: boolean }) =>
  isKnown ? (
    <Offers />
  ) : (
    <>
      <div className="in-data-session:hidden">
        <Offers />
      </div>
      <div className="hidden in-data-session:block">
        <PlansSkeleton />
      </div>
    </>
  )

const Offers = () => {
  const offers = useSoldPlans()
  const plans = offers.data
  if (!plans) return <PlansPending query={offers} />
  if (plans.length === 0) {
    return <p className="surface rounded-2xl p-6 text-center text-muted">No plan is on sale right now.</p>
  }
  return <PlanCards plans={plans} action={(plan) => <SignInToBuy plan={plan} />} />
}

/** The chosen plan survives the sign-in. Buying still takes a click, so that no link opens a payment page. */
const SignInToBuy = ({ plan }: { plan: SoldPlan }) => (
  <Button asChild variant={plan.isFeatured ? 'primary' : 'outline'} size="lg">
    <SignInLink next={`/subscribe?plan=${plan.id}`}>Get {plan.name}</SignInLink>
  </Button>
)
