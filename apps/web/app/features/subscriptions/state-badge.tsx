import { CalendarX2, CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import type { MySubscription } from '@slipstream/contract/subscriptions-mine'
import { Badge } from '#ui/badge.tsx'
import type { Tone } from '#ui/tone-style.ts'

const LOOKS = {
  active: { tone: 'success', Icon: CircleCheck, word: 'Active' },
  ending: { tone: 'warning', Icon: CalendarX2, word: 'Canceled' },
  past_due: { tone: 'destructive', Icon: CircleAlert, word: 'Payment failed' },
  ended: { tone: 'neutral', Icon: CircleMinus, word: 'Ended' },
} as const satisfies Record<MySubscription['state'], { tone: Tone; Icon: unknown; word: string }>

export const StateBadge = ({ mine }: { mine: MySubscription }) => {
  const { tone, Icon, word } = LOOKS[mine.state]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" />
      {word}
    </Badge>
  )
}
