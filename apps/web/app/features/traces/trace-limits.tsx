import { Check, X } from 'lucide-react'
import { Card } from '#ui/card.tsx'

const LIMITS = [
  [true, 'A trace names a purchase, even if the copy was renamed, packed again or mixed from up to 4 copies.'],
  [false, 'It doesn’t name a person. Accounts get stolen, computers are shared, servers pass mods on.'],
  [false, 'Models, textures and sounds taken on their own carry no mark.'],
] as const

export const TraceLimits = () => (
  <Card title="What this can and cannot tell">
    <ul className="flex flex-col gap-2.5 text-small">
      {LIMITS.map(([isAble, text]) => {
        const Icon = isAble ? Check : X
        return (
          <li key={text} className="flex gap-2.5">
            <Icon
              className={`mt-0.5 size-4 shrink-0 ${isAble ? 'text-success' : 'text-destructive'}`}
              aria-hidden="true"
            />
            <span>{text}</span>
          </li>
        )
      })}
    </ul>
  </Card>
)
