import { CircleAlert, Info } from 'lucide-react'
import type { CheckedLegal } from '@slipstream/contract/legal-admin'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

interface TextChecksProps {
  checked: CheckedLegal
  /** Without it the missing statements are only listed. */
  onInsert?: (words: string) => void
}

export const isPublishable = ({ problems, missing }: CheckedLegal) =>
  missing.length === 0 && !problems.some(({ isBlocking }) => isBlocking)

/** The missing statements, the problems of the text, and advice. */
export const TextChecks = ({ checked: { missing, problems }, onInsert }: TextChecksProps) => (
  <>
    {missing.length > 0 && (
      <Notice
        tone="warning"
        title={
          missing.length === 1
            ? 'A statement is missing. The text cannot be published without it.'
            : `${missing.length} statements are missing. The text cannot be published without them.`
        }
      >
        <ul aria-label="Missing statements" className="mt-2 flex flex-col gap-3">
          {missing.map(({ rule, about, sample }) => (
            <li key={sample} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
              <span className="min-w-0 flex-1 basis-52">
                <span className="block text-foreground">
                  {about} {rule && <span className="num text-small text-muted">({rule})</span>}
                </span>
                <code className="font-mono text-small wrap-anywhere">{sample}</code>
              </span>
              {onInsert && (
                <Button size="sm" variant="outline" onClick={() => onInsert(sample)} aria-label={`Insert: ${about}`}>
                  Insert
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Notice>
    )}
    {problems.length > 0 && (
      <ul aria-label="Problems" className="flex flex-col gap-1.5 text-small">
        {problems.map(({ line, message, isBlocking }, place) => (
          <li key={place} className="flex items-start gap-1.5">
            {isBlocking ? (
              <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-destructive" />
            ) : (
              <Info aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted" />
            )}
            <span className={isBlocking ? 'text-destructive' : 'text-muted'}>
              {line !== null && <span className="num">Line {line}: </span>}
              {message}
            </span>
          </li>
        ))}
      </ul>
    )}
  </>
)
