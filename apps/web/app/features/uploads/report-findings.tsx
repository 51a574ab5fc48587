import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { Finding } from '@slipstream/contract/uploads'
import { countText, plural } from '#lib/counts.ts'

/** Forty missing pictures are one problem, not forty. */
const SHOWN_OF_ONE_KIND = 3

/** The findings, most severe first. */
export const ReportFindings = ({ findings }: { findings: readonly Finding[] }) => {
  const refusals = findings.filter(({ severity }) => severity === 'refusal')
  const warnings = findings.filter(({ severity }) => severity === 'warning')
  return (
    <div className="flex flex-col gap-4">
      {refusals.length > 0 && (
        <Group title={`${plural(refusals.length, 'reason')} it was rejected`} findings={refusals} />
      )}
      {warnings.length > 0 && (
        <Group title={`${plural(warnings.length, 'thing')} that may cause problems for players`} findings={warnings} />
      )}
    </div>
  )
}

const Group = ({ title, findings }: { title: string; findings: readonly Finding[] }) => {
  const kinds = Object.entries(Object.groupBy(findings, ({ code }) => code))
  return (
    <div>
      <h4 className="text-small text-muted">{title}</h4>
      <ul className="mt-2 flex flex-col gap-2">
        {kinds.map(([code, found = []]) => (
          <li key={code}>
            <Sentences findings={found.slice(0, SHOWN_OF_ONE_KIND)} />
            {found.length > SHOWN_OF_ONE_KIND && (
              <details className="mt-2 ml-6.5 text-small">
                <summary className="w-fit cursor-pointer rounded-sm font-medium">
                  {countText(found.length - SHOWN_OF_ONE_KIND)} more like this
                </summary>
                <div className="mt-2 -ml-6.5">
                  <Sentences findings={found.slice(SHOWN_OF_ONE_KIND)} />
                </div>
              </details>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const Sentences = ({ findings }: { findings: readonly Finding[] }) => (
  <ul className="flex flex-col gap-2">
    {findings.map(({ severity, sentence }, index) => (
      <li key={index} className="flex gap-2.5 text-ui">
        {severity === 'refusal' ? (
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-destructive" aria-hidden="true" />
        ) : (
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
        )}
        <span className="min-w-0 wrap-anywhere">{sentence}</span>
      </li>
    ))}
  </ul>
)
