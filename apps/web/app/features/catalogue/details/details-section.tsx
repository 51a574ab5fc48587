import type { ReactNode } from 'react'

interface DetailsSectionProps {
  id: string
  title: string
  /** At the right end of the heading. */
  aside?: ReactNode
  children: ReactNode
}

/** A page section with its own tab. A jump to it stops below the header and the tabs. */
export const DetailsSection = ({ id, title, aside, children }: DetailsSectionProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-14 pt-8 pb-6">
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
      <h2 id={`${id}-title`} className="display text-h3">
        {title}
      </h2>
      {aside}
    </div>
    {children}
  </section>
)
