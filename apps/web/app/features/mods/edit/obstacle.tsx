import { Notice } from '#ui/notice.tsx'
import type { Requirement } from './readiness.ts'

interface ObstacleProps {
  /** Why the last save or publish failed. */
  failure: string | null
  missing: readonly Requirement[]
}

/** Explains why the mod could not be saved or published. Missing requirements link to their section. */
export const Obstacle = ({ failure, missing }: ObstacleProps) => {
  if (missing.length > 0) {
    return (
      <Notice tone="warning" title="The mod is not ready to be published.">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {missing.map(({ label, section }) => (
            <li key={label}>
              <a href={`#${section}`} className="underline underline-offset-4">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    )
  }
  return failure ? <Notice tone="destructive" title={failure} /> : null
}
