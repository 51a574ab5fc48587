import { CircleHelp, Scale, SearchX, TriangleAlert } from 'lucide-react'
import type { TraceView } from '@slipstream/contract/traces'
import { marksIn, marksText, uncomparedText } from '@slipstream/contract/trace-words'
import { countText, plural } from '#lib/counts.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { TraceChart } from './trace-chart.tsx'
import { type Fact, TraceFacts } from './trace-facts.tsx'
import { SaveReport } from './trace-match.tsx'
import { tenths } from './trace-numbers.ts'
import { TraceSteps } from './trace-steps.tsx'
import { TraceVerdict } from './trace-verdict.tsx'

type Findings = NonNullable<TraceView['findings']>

interface WeakProps {
  trace: TraceView
  findings: Findings
}

const sentenceOf = ({ verdict, scored, read, neededMarks, uncompared }: Findings) => {
  const marks = marksIn(read)
  if (uncompared && (verdict === 'none' || marks === 0))
    return `The file fits no purchase that could be compared. ${uncomparedText(uncompared)}`
  if (scored === 0 && marks === 0) return 'Nothing in this file resembles a mod of this store.'
  if (verdict === 'none')
    return 'Enough was read to tell: the file is not a copy that this store has given out, or its marks are gone.'
  const needed = neededMarks > 0 ? ` About ${countText(neededMarks)} are needed.` : ''
  return `${plural(marks, 'mark')} could be read.${needed} The best score is below the threshold, so we name nobody.`
}

/** Below the threshold: what was read and what is missing, and no name. */
export const TraceWeak = ({ findings }: Pick<WeakProps, 'findings'>) => {
  const { verdict, threshold, nextBest, neededMarks, files, unreadable, skipped } = findings
  const isNone = verdict === 'none'
  const facts: Fact[] = [
    ['Marks read', marksText(findings.read, findings.of)],
    ...(neededMarks > 0 && !isNone ? [['Needed', `about ${countText(neededMarks)}`] as const] : []),
    ...(nextBest !== null && threshold !== null
      ? [['Best score', `${tenths.format(nextBest)}, threshold ${tenths.format(threshold)}`] as const]
      : []),
    ['Files read', countText(files)],
    ...(unreadable + skipped > 0 ? [['Not read', countText(unreadable + skipped)] as const] : []),
  ]
  return (
    <Card>
      <TraceVerdict
        verdict={verdict}
        Icon={isNone ? SearchX : CircleHelp}
        tone="warning"
        badge={
          !isNone && (
            <Badge tone="warning">
              <TriangleAlert aria-hidden="true" />
              No proof
            </Badge>
          )
        }
      >
        {sentenceOf(findings)}
      </TraceVerdict>
      <div className="mt-4 flex flex-wrap items-center gap-6">
        {threshold !== null && nextBest !== null && (
          <TraceChart score={nextBest} threshold={threshold} isNamed={false} scored={findings.scored} />
        )}
        <TraceFacts facts={facts} />
      </div>
      {!isNone && (
        <p className="mt-4 flex gap-3 rounded-xl border border-border p-4 text-ui">
          <Scale className="mt-0.5 size-[18px] shrink-0 text-info" aria-hidden="true" />
          <span>
            <span className="font-medium">We don’t name anyone on a guess.</span>{' '}
            <span className="text-muted">With this little to go on, we would often name somebody who did nothing.</span>
          </span>
        </p>
      )}
    </Card>
  )
}

export const WeakSteps = ({ trace, findings }: WeakProps) => (
  <TraceSteps
    title={findings.verdict === 'none' ? 'What you can still do' : 'How to get a clear answer'}
    steps={[
      ...(findings.verdict === 'none'
        ? []
        : [
            {
              title: 'Find more of the copy',
              text: 'A second part of the same car, or the whole zip, usually settles it. Drop it above.',
              action: null,
            },
          ]),
      {
        title: 'Have the copy taken down anyway',
        text: 'You don’t need a name for that.',
        action: <SaveReport trace={trace} />,
      },
    ]}
  />
)
