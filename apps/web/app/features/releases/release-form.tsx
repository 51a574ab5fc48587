import { useState } from 'react'
import { RELEASE_LIMITS } from '@slipstream/contract/release-limits'
import { Button } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { ListField } from '#ui/list-field.tsx'
import { NativeSelect, type SelectOption } from '#ui/native-select.tsx'
import { TagsField } from '#ui/tags-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { releaseRules, type ReleaseWords } from './releases.queries.ts'

interface ReleaseFormProps {
  initial: ReleaseWords
  /** The version of a published release cannot be changed. */
  isVersionFixed?: boolean
  /** The archives a new release can use. */
  archives?: readonly SelectOption[]
  submitLabel: string
  onSubmit: (words: ReleaseWords, archive: string) => Promise<unknown>
  onCancel: () => void
}

/** Version, changelog and game versions of a release. */
export const ReleaseForm = (props: ReleaseFormProps) => {
  const { initial, isVersionFixed = false, archives = [], submitLabel, onSubmit, onCancel } = props
  const [archive, setArchive] = useState(archives[0]?.value ?? '')
  const { form, text, values, isPending, problems, failure, change } = useForm({
    initial,
    schema: releaseRules,
    body: (words) => ({ ...words, changes: words.changes.filter((line) => line.trim() !== '') }),
    fieldOf: { 'release.version_taken': 'version', 'release.version_is_fixed': 'version' },
    send: (words) => onSubmit(words, archive),
  })

  return (
    <form {...form} className="flex flex-col gap-5">
      {archives.length > 1 && (
        <Field label="Archive">
          <NativeSelect options={archives} value={archive} onValueChange={setArchive} />
        </Field>
      )}
      <Field
        label="Version"
        error={problems.version}
        hint={isVersionFixed ? 'The version can’t be changed after publishing.' : undefined}
      >
        <Input {...text('version')} className="num max-w-48" autoComplete="off" readOnly={isVersionFixed} />
      </Field>
      <ListField
        label="What’s new"
        itemName="change"
        hint="One sentence per change; the mod’s page lists them."
        values={values.changes}
        onChange={(changes) => change({ changes })}
        error={problems.changes}
        maxItems={RELEASE_LIMITS.changes}
        maxLength={RELEASE_LIMITS.change}
        isOptional
      />
      <TagsField
        label="Tested with game versions"
        hint="For example 0.36. Press Enter or comma to add one."
        values={values.gameVersions}
        onChange={(gameVersions) => change({ gameVersions })}
        error={problems.gameVersions}
        maxItems={RELEASE_LIMITS.gameVersions}
        maxLength={RELEASE_LIMITS.gameVersion}
        isOptional
      />
      {failure && <FieldError id="release-failure">{failure}</FieldError>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" isLoading={isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
