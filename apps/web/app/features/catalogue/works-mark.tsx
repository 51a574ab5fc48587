import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { useWorks, VERDICTS } from '#lib/works.ts'
import { Badge } from '#ui/badge.tsx'

const ICONS = { works: CircleCheck, unconfirmed: CircleHelp, broken: CircleX }

/** Whether a mod works with the visitor's game, on the picture of its card. */
export const WorksMark = ({ gameVersion, id }: { gameVersion: string; id: number }) => {
  const verdict = useWorks(gameVersion, id)
  if (!verdict) return null
  const Icon = ICONS[verdict]
  const { tone, word } = VERDICTS[verdict]
  return (
    <Badge look="overlay" tone={tone} className="absolute bottom-3 left-3">
      <Icon aria-hidden="true" />
      {word} {gameVersion}
    </Badge>
  )
}
