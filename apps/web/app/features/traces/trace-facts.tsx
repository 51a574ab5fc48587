import type { ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

/** Facts below each other, name left and value right. */
export const TraceFacts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="flex min-w-60 flex-1 flex-col text-ui">
    {facts.map(([name, value]) => (
      <div key={name} className="flex justify-between gap-4 border-b border-border py-2 last:border-0">
        <dt className="text-muted">{name}</dt>
        <dd className="num text-end">{value}</dd>
      </div>
    ))}
  </dl>
)
