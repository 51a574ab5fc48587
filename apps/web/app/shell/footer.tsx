import { Lock } from 'lucide-react'
import type { SocialLink } from '@slipstream/contract/settings'
import { useStore } from '#features/settings/settings.queries.ts'
import { Link } from '#lib/link.ts'
import { Logo } from './logo.tsx'
import { LEGAL_LINKS, type NavLink, QUICK_LINKS } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const NETWORK_NAMES: Record<SocialLink['network'], string> = {
  discord: 'Discord',
  youtube: 'YouTube',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  x: 'X',
  github: 'GitHub',
}

export const Footer = () => {
  const { storeName, logo, blurb, socialLinks, gameName } = useStore()
  return (
    <footer className="mt-20 border-t">
      <div className="mx-auto max-w-[1360px] px-5 pt-12 pb-10 md:px-8">
        <div className="grid gap-10 md:grid-cols-[2fr_1fr_1fr_1.3fr]">
          <div>
            <Logo storeName={storeName} logo={logo} />
            <p className="mt-4 max-w-[44ch] text-sm leading-relaxed text-muted">{blurb}</p>
            {socialLinks.length > 0 && (
              <ul className="mt-4 flex flex-wrap gap-2" aria-label="Social links">
                {socialLinks.map(({ network, url }) => (
                  <li key={url}>
                    <a
                      href={url}
                      rel="noreferrer"
                      className="inline-flex h-9 items-center rounded-full border px-3.5 text-small text-muted hover:border-input hover:text-foreground"
                    >
                      {NETWORK_NAMES[network]}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
          <LinkList title="Quick Links" links={QUICK_LINKS} />
          <LinkList title="Legal & Support" links={LEGAL_LINKS} />
          <div>
            <h2 className="flex items-center gap-2 text-sm font-medium">
              <Lock className="size-4 text-primary" aria-hidden="true" />
              Secured by Stripe
            </h2>
            <p className="mt-3 text-sm leading-relaxed text-muted">
              You pay by card on Stripe's own page. Your card number never reaches this store.
            </p>
            <div className="mt-6">
              <ThemeSwitch />
            </div>
          </div>
        </div>
        <p className="mt-12 border-t pt-6 text-small leading-relaxed text-subtle">
          {storeName} is an independent store. It is not affiliated with, sponsored or endorsed by the makers of{' '}
          {gameName}.
        </p>
      </div>
    </footer>
  )
}

const LinkList = ({ title, links }: { title: string; links: NavLink[] }) => (
  <nav aria-label={title}>
    <h2 className="text-sm font-medium">{title}</h2>
    <ul className="mt-2 text-sm text-muted">
      {links.map(({ label, to }) => (
        <li key={label}>
          <Link to={to} className="inline-block rounded-sm py-1.5 hover:text-foreground">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
