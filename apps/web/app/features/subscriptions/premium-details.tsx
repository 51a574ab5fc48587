import { BadgeCheck, ChevronDown, ListStart, ShieldCheck, Warehouse } from 'lucide-react'
import {
  REFUND_REQUEST_DAYS,
  SUBSCRIPTION_GRACE_DAYS,
  SUBSCRIPTION_MONEY_BACK_DAYS,
  SUPPORT_RESPONSE_HOURS,
} from '@slipstream/contract/legal'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { PageSection } from '#ui/page-section.tsx'
import { modsInWords } from './plan-words.ts'

interface PremiumDetailsProps {
  modCount: number
  givesDiscordRole: boolean
  /** Members do not see the arguments for subscribing. */
  isMember: boolean
}

/** Below the garage: the other benefits, an honest comparison, questions and the guarantee. */
export const PremiumDetails = ({ modCount, givesDiscordRole, isMember }: PremiumDetailsProps) => (
  <>
    {!isMember && (
      <>
        <Benefits modCount={modCount} givesDiscordRole={givesDiscordRole} />
        <div className="mx-auto max-w-[1360px] lg:grid lg:grid-cols-2 lg:*:mx-0">
          <Comparison modCount={modCount} />
          <Questions />
        </div>
      </>
    )}
    <Guarantee />
  </>
)

const Benefits = ({ modCount, givesDiscordRole }: Omit<PremiumDetailsProps, 'isMember'>) => (
  <PageSection title="What you get">
    <ul className="mt-6 grid gap-4 md:grid-cols-3 md:gap-5">
      {[...benefits(modCount), ...(givesDiscordRole ? [DISCORD_ROLE] : [])].map(({ Icon, title, text }) => (
        <li key={title} className="surface rounded-2xl p-5 md:p-6">
          <Icon className="size-5 text-premium" aria-hidden="true" />
          <h3 className="mt-4 text-base font-semibold">{title}</h3>
          <p className="mt-1 text-ui text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </PageSection>
)

const benefits = (modCount: number) => [
  {
    Icon: Warehouse,
    title: 'Every Premium mod',
    text: `${modCount > 0 ? `${modsInWords(modCount)} today, plus every new one` : 'All of them'}, with all updates, for as long as you’re a member.`,
  },
  {
    Icon: ListStart,
    title: 'Priority support',
    text: 'When you write to us, we answer you before everybody else.',
  },
]

const DISCORD_ROLE = {
  Icon: BadgeCheck,
  title: 'A role on our Discord',
  text: 'Connect Discord in your profile, and your name there shows that you’re a member.',
}

const Comparison = ({ modCount }: { modCount: number }) => (
  <PageSection
    title="Premium or buy once?"
    text="Buy if you want one or two mods for good. Choose Premium if you like to try many."
  >
    <div className="surface mt-6 overflow-hidden rounded-2xl">
      <table className="w-full text-left text-small md:text-ui">
        <caption className="sr-only">Premium compared with buying</caption>
        <thead>
          <tr className="text-caption text-muted">
            <td className="p-3 md:px-4" />
            <th scope="col" className="p-3 font-medium md:px-4">
              Premium
            </th>
            <th scope="col" className="p-3 font-medium md:px-4">
              Buying
            </th>
          </tr>
        </thead>
        <tbody>
          {differences(modCount).map(([name, premium, buying]) => (
            <tr key={name} className="border-t">
              <th scope="row" className="p-3 font-normal text-muted md:px-4">
                {name}
              </th>
              <td className="p-3 font-medium md:px-4">{premium}</td>
              <td className="p-3 md:px-4">{buying}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </PageSection>
)

const differences = (modCount: number) =>
  [
    ['How long you can drive it', 'While you’re a member', 'For good'],
    ['Mods', modCount > 0 ? `${modsInWords(modCount)}, and new ones` : 'Every Premium mod', 'The ones you pick'],
    ['Updates', 'Included', 'Included'],
    ['Support', 'Answered first', `${SUPPORT_RESPONSE_HOURS.general} hours`],
    ['Money back', `${SUBSCRIPTION_MONEY_BACK_DAYS} days, in full`, `${REFUND_REQUEST_DAYS} days`],
  ] as const

const QUESTIONS = [
  {
    question: 'What happens to the mods when I cancel?',
    answer:
      'You keep Premium until the end of the period you paid for. After that the included mods leave your locker. Mods you bought on their own stay yours.',
  },
  {
    question: 'Will the price change?',
    answer: 'Not for you. If we change a plan, running subscriptions keep their price.',
  },
  {
    question: 'A renewal failed. What now?',
    answer: `Nothing stops right away. You have ${SUBSCRIPTION_GRACE_DAYS} days to update your card, and we write to you before they are over.`,
  },
  {
    question: 'Can I buy a Premium mod instead?',
    answer: 'Yes. Every mod can be bought once and kept for good.',
  },
]

const Questions = () => (
  <PageSection title="Questions">
    <div className="mt-6 border-t">
      {QUESTIONS.map(({ question, answer }, position) => (
        <details key={question} open={position === 0} className="group border-b">
          <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-sm py-3.5 text-body font-medium [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown className="size-4 shrink-0 transition-transform group-open:rotate-180" aria-hidden="true" />
          </summary>
          <p className="max-w-[62ch] pb-4 text-ui text-muted">{answer}</p>
        </details>
      ))}
    </div>
  </PageSection>
)

const Guarantee = () => (
  <section className="mx-auto mt-16 max-w-[1360px] px-5 md:px-8" aria-labelledby="guarantee">
    <div className="surface flex flex-wrap items-center gap-x-5 gap-y-4 rounded-2xl p-5 md:p-6">
      <span className="grid size-12 place-items-center rounded-xl bg-raised text-success" aria-hidden="true">
        <ShieldCheck className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h2 id="guarantee" className="text-base font-semibold">
          Full refund in the first {SUBSCRIPTION_MONEY_BACK_DAYS} days
        </h2>
        <p className="mt-0.5 text-ui text-muted">
          Ask within {SUBSCRIPTION_MONEY_BACK_DAYS} days of your first payment and you get all of it back.
        </p>
      </div>
      <Button asChild variant="outline" className="max-sm:w-full">
        <Link to="/refund-policy#subscription">Refund policy</Link>
      </Button>
    </div>
  </section>
)
