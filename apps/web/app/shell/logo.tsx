import { Link } from '#lib/link.ts'

interface LogoProps {
  storeName: string
  /** The address of the store's own logo; empty for the default one. */
  logo: string
  /** Small text below the name. */
  note?: string | false
}

export const Logo = ({ storeName, logo, note }: LogoProps) => (
  <Link to="/" className="flex items-center gap-2.5 rounded-md">
    {logo ? (
      <img src={logo} alt={storeName} width={28} height={28} className="size-7 rounded-lg" />
    ) : (
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-primary" />
        <path d="M7 22.5 14.2 9h4.1l-7.2 13.5zM15.6 22.5 22.8 9H27l-7.3 13.5z" className="fill-primary-foreground" />
      </svg>
    )}
    <span>
      {/* The logo's alt text already says the name. */}
      <span aria-hidden={logo ? true : undefined} className="display block max-w-[24ch] truncate text-[17px] leading-5">
        {storeName}
      </span>
      {note && <span className="eyebrow block text-[10px] leading-3 text-primary">{note}</span>}
    </span>
  </Link>
)
