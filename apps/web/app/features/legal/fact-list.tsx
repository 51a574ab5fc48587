/** A definition list that also fits a phone. */
export const FactList = ({ facts }: { facts: readonly (readonly [name: string, fact: string])[] }) => (
  <dl className="border-b border-border text-ui leading-relaxed">
    {facts.map(([name, fact]) => (
      <div key={name} className="flex justify-between gap-6 border-t border-border py-3">
        <dt className="text-muted">{name}</dt>
        <dd className="num text-right font-medium text-foreground">{fact}</dd>
      </div>
    ))}
  </dl>
)
