import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field, FieldError } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { ListField } from '#ui/list-field.tsx'
import { NativeSelect, type SelectOption } from '#ui/native-select.tsx'
import { TagsField } from '#ui/tags-field.tsx'
import type { ReleaseWords } from './releases.queries.ts'

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

type Problems = Partial<Record<keyof ReleaseWords, string>>

/** Client-side errors; the schemas load on submit. */
const problemsWith = async (words: ReleaseWords): Promise<Problems> => {
  const { releasesApi } = await import('@slipstream/contract/releases')
  const issues = releasesApi.edit.body?.safeParse(words).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

const VERSION_CODES = ['release.version_taken', 'release.version_is_fixed']

/** Version, changelog and game versions of a release. */
export const ReleaseForm = (props: ReleaseFormProps) => {
  const { initial, isVersionFixed = false, archives = [], submitLabel, onSubmit, onCancel } = props
  const [words, setWords] = useState(initial)
  const [archive, setArchive] = useState(archives[0]?.value ?? '')
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const version = useRef<HTMLInputElement>(null)
  const change = (fields: Partial<ReleaseWords>) => setWords({ ...words, ...fields })

  const send = async () => {
    const tidy = { ...words, changes: words.changes.filter((text) => text.trim() !== '') }
    const found = await problemsWith(tidy)
    setProblems(found)
    if (found.version) version.current?.focus()
    if (Object.keys(found).length === 0) await onSubmit(tidy, archive)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await send()
    } catch (error) {
      const isVersion = error instanceof ApiError && VERSION_CODES.includes(error.code ?? '')
      if (isVersion) setProblems({ version: failureText(error) })
      else setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
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
        <Input
          ref={version}
          className="num max-w-48"
          autoComplete="off"
          readOnly={isVersionFixed}
          value={words.version}
          onChange={(event) => change({ version: event.currentTarget.value })}
        />
      </Field>
      <ListField
        label="What’s new"
        itemName="change"
        hint="One sentence per change; the mod’s page lists them."
        values={words.changes}
        onChange={(changes) => change({ changes })}
        error={problems.changes}
        maxItems={50}
        maxLength={300}
        isOptional
      />
      <TagsField
        label="Tested with game versions"
        hint="For example 0.36. Press Enter or comma to add one."
        values={words.gameVersions}
        onChange={(gameVersions) => change({ gameVersions })}
        error={problems.gameVersions}
        maxItems={20}
        maxLength={20}
        isOptional
      />
      {failure && <FieldError id="release-failure">{failure}</FieldError>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" isLoading={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
