import { useState } from 'react'
import type { AdminRelease } from '@slipstream/contract/releases'
import { Checkbox } from '#ui/checkbox.tsx'
import { failureText } from '#ui/failure-text.ts'
import { FieldGroup } from '#ui/field-group.tsx'
import { useEditRelease } from './releases.queries.ts'

/** Hardly anybody plays older versions. */
const OFFERED = 3

interface TestedVersionsProps {
  /** The release that would be published; undefined until the archive is read. */
  release: AdminRelease | undefined
  /** Announced game versions, newest first. */
  known: readonly string[]
}

/** The game versions a draft release was tested with, one click each. Older ones are entered in the release itself. */
export const TestedVersions = ({ release, known }: TestedVersionsProps) => {
  const tested = release?.gameVersions ?? []
  const offered = [...new Set([...known.slice(0, OFFERED), ...tested])]
  if (!release) return <Waiting />
  return <Choices key={release.id} release={release} offered={offered} newest={known[0]} />
}

const LABEL = 'Tested with game version'

const Waiting = () => (
  <FieldGroup label={LABEL} hint="You can choose it as soon as the archive is read.">
    {null}
  </FieldGroup>
)

interface ChoicesProps {
  release: AdminRelease
  offered: readonly string[]
  newest: string | undefined
}

const Choices = ({ release: { id, version, changes, gameVersions }, offered, newest }: ChoicesProps) => {
  const edit = useEditRelease(id)
  /** The choice until it is saved. The mutation's own state updates a moment later, so the checkbox would flicker. */
  const [chosen, setChosen] = useState<string[] | null>(null)
  const shown = chosen ?? gameVersions
  const toggle = (name: string, isTested: boolean) => {
    const others = shown.filter((each) => each !== name)
    const next = isTested ? [name, ...others] : others
    setChosen(next)
    edit.mutate({ version, changes, gameVersions: next }, { onSettled: () => setChosen(null) })
  }
  return (
    <FieldGroup
      label={LABEL}
      error={edit.error && failureText(edit.error)}
      hint={
        offered.length === 0 ? (
          <a href="#releases" className="underline underline-offset-4">
            Enter it in the release.
          </a>
        ) : (
          'Saves at once, because it belongs to the release.'
        )
      }
    >
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {offered.map((name) => (
          <Checkbox
            key={name}
            label={name === newest ? `${name} (newest)` : name}
            checked={shown.includes(name)}
            onCheckedChange={(isTested) => toggle(name, isTested)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
