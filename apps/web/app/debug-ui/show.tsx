import { type ReactNode, useId } from 'react'

export const Show = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <h2 id={id} className="display border-b pb-3 text-h3">
        {title}
      </h2>
      {children}
    </section>
  )
}

export const Sample = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-col gap-2.5">
    <p className="text-caption text-subtle">{name}</p>
    <div className="flex flex-wrap items-center gap-3">{children}</div>
  </div>
)
