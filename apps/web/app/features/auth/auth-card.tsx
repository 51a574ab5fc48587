import type { ReactNode } from 'react'

interface AuthCardProps {
  title: string
  intro?: ReactNode
  /** Links to other pages, below the card. */
  after?: ReactNode
  children: ReactNode
}

/** One column of 400 px. */
export const AuthCard = ({ title, intro, after, children }: AuthCardProps) => (
  <main className="mx-auto w-full max-w-[440px] px-5 pt-28 md:pt-36">
    <h1 className="display text-[34px] md:text-[40px]">{title}</h1>
    {intro && <p className="mt-3 text-muted">{intro}</p>}
    <section className="surface mt-7 rounded-2xl p-5 md:p-6">{children}</section>
    {after && <div className="mt-5 text-center text-ui text-muted">{after}</div>}
  </main>
)

/** The divider between two sign-in methods. */
export const OrDivider = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-3 text-small text-subtle before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
    {children}
  </p>
)
