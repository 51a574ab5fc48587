import type { ReactNode } from 'react'

export interface Fact {
  name: string
  value: ReactNode
  /** Where the value comes from, or where to change it. */
  note?: ReactNode
}

export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="divide-y text-ui">
    {facts.map(({ name, value, note }) => (
      <div key={name} className="grid gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0 md:grid-cols-[14rem_1fr]">
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">
          {value}
          {note && <span className="mt-0.5 block text-small text-muted">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
