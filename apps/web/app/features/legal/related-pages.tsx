import { ArrowRight } from 'lucide-react'
import { Link } from '#lib/link.ts'

export const POLICIES = {
  '/terms': { title: 'Terms of Service', about: 'Buying, your license, Premium' },
  '/privacy': { title: 'Privacy Policy', about: 'Your data, cookies, your rights' },
  '/refund-policy': { title: 'Refund Policy', about: 'When and how you get your money back' },
} as const

export type PolicyPath = keyof typeof POLICIES
type Policy = (typeof POLICIES)[PolicyPath]

const CONTACT = { title: 'Contact us', about: 'Ask a person' }

export const RelatedPages = ({ path }: { path: PolicyPath }) => {
  const others = (Object.entries(POLICIES) as [PolicyPath, Policy][]).filter(([to]) => to !== path)

  return (
    <nav
      aria-label="Related pages"
      className="border-t border-border pt-8 lg:col-start-2 xl:sticky xl:top-24 xl:col-start-3 xl:row-start-1 xl:w-60 xl:self-start xl:justify-self-end xl:border-t-0 xl:pt-0"
    >
      <p className="text-ui font-semibold">Read next</p>
      <ul className="mt-3 grid gap-3 sm:grid-cols-3 xl:grid-cols-1">
        {[...others, ['/contact', CONTACT] as const].map(([to, { title, about }]) => (
          <li key={to}>
            <Link
              to={to}
              className="surface group flex h-full items-start justify-between gap-3 rounded-xl p-4 transition-colors hover:bg-raised"
            >
              <span>
                <span className="block text-ui font-medium">{title}</span>
                <span className="mt-1 block text-small leading-snug text-muted">{about}</span>
              </span>
              <ArrowRight
                aria-hidden
                className="mt-0.5 size-4 shrink-0 text-subtle transition-transform group-hover:translate-x-0.5"
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
