import { ArrowRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link, type PageAddress } from '#lib/link.ts'

interface PageSectionProps {
  title: string
  text?: ReactNode
  /** A link to more. */
  more?: { label: string; to: PageAddress }
  children: ReactNode
}

/** A full-width page section with a heading. */
export const PageSection = ({ title, text, more, children }: PageSectionProps) => {
  const id = useId()
  return (
    <section className="mx-auto mt-16 max-w-[1360px] px-5 md:mt-20 md:px-8" aria-labelledby={id}>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id={id} className="display text-display-m">
            {title}
          </h2>
          {text && <p className="mt-2 max-w-[60ch] text-muted">{text}</p>}
        </div>
        {more && (
          <Link
            to={more.to}
            className="inline-flex items-center gap-2 rounded-sm py-2 text-sm text-muted hover:text-foreground"
          >
            {more.label}
            <ArrowRight className="size-4" aria-hidden="true" />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
