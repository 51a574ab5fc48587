import { Download, MousePointerClick, CreditCard } from 'lucide-react'
import { PageSection } from '#ui/page-section.tsx'

const STEPS = [
  {
    Icon: MousePointerClick,
    title: 'Pick a mod',
    text: 'Read the spec sheet, compare its configurations, and see which game versions it was tested with.',
  },
  {
    Icon: CreditCard,
    title: 'Pay on Stripe’s page',
    text: 'By card, in US dollars, once. Your card number never reaches this store.',
  },
  {
    Icon: Download,
    title: 'Download and drive',
    text: 'The file is in your locker as soon as the payment clears. Put it into the mods folder and start the game.',
  },
]

export const HowItWorks = () => (
  <PageSection title="On the road in three steps">
    <ol className="mt-6 grid gap-4 md:grid-cols-3 md:gap-5">
      {STEPS.map(({ Icon, title, text }, position) => (
        <li key={title} className="surface rounded-2xl p-5 md:p-6">
          <div className="flex items-center justify-between text-primary">
            <Icon className="size-6" aria-hidden="true" />
            <span className="eyebrow text-subtle" aria-hidden="true">
              Step {position + 1}
            </span>
          </div>
          <h3 className="mt-5 text-base font-semibold">{title}</h3>
          <p className="mt-1.5 text-ui text-muted">{text}</p>
        </li>
      ))}
    </ol>
  </PageSection>
)
