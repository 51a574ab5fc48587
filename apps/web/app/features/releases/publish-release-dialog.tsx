import { useState } from 'react'
import { RELEASE_LIMITS } from '@slipstream/contract/release-limits'
import type { AdminRelease, PublishReview } from '@slipstream/contract/releases'
import { Checkbox } from '#ui/checkbox.tsx'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Field } from '#ui/field.tsx'
import { FieldGroup } from '#ui/field-group.tsx'
import { Input } from '#ui/input.tsx'
import { ListField } from '#ui/list-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useForm } from '#ui/use-form.ts'
import { ReleaseDifference } from './release-difference.tsx'
import { announcedWords, listed } from './release-words.ts'
import { publishRules, usePublishRelease, usePublishReview } from './releases.queries.ts'

interface PublishReleaseDialogProps {
  release: AdminRelease
  /** At a time to choose, instead of now. */
  isLater?: boolean
  open: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Asks before publishing a release: what is different, what is new, what it was tested with, and who is told. */
export const PublishReleaseDialog = ({ release, isLater = false, open, onOpenChange }: PublishReleaseDialogProps) => (
  <Dialog
    title={`${release.status === 'withdrawn' ? 'Bring back' : 'Publish'} ${release.version}${isLater ? ' later' : ''}?`}
    description={
      isLater
        ? 'Players get it automatically at the time you choose.'
        : 'Players get it at once instead of the last one.'
    }
    size="md"
    open={open}
    onOpenChange={onOpenChange}
  >
    <Reviewed release={release} isLater={isLater} onDone={() => onOpenChange(false)} />
  </Dialog>
)

interface ReviewedProps {
  release: AdminRelease
  isLater: boolean
  onDone: () => void
}

const Reviewed = (props: ReviewedProps) => {
  const { data, error, refetch, isFetching } = usePublishReview(props.release.id)
  if (data) return <PublishForm {...props} review={data} />
  if (!error) return <Skeleton className="h-80 rounded-xl" />
  return (
    <ErrorState
      title="The release could not be compared."
      error={error}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

const PublishForm = ({ release, isLater, onDone, review }: ReviewedProps & { review: PublishReview }) => {
  const { mutateAsync } = usePublishRelease(release.id)
  const [opened] = useState(() => new Date().toISOString())
  const [foreign] = review.foreignFolders
  const form = useForm({
    initial: {
      at: release.publishAt,
      changes: release.changes,
      gameVersions: [] as string[],
      isQuiet: false,
      foreignFolder: '',
    },
    schema: publishRules,
    words: { at: 'Choose a day and a time.' },
    body: ({ at, changes, foreignFolder, ...rest }) => ({
      ...rest,
      at: isLater ? (at ?? '') : null,
      changes: changes.filter((line) => line.trim() !== ''),
      ...(foreign !== undefined && { foreignFolder: foreignFolder.trim() }),
    }),
    check: ({ at, foreignFolder }) => ({
      ...(isLater &&
        at !== null &&
        Date.parse(at) <= Date.now() && { at: 'This time has passed. Choose a later one.' }),
      ...(foreign !== undefined &&
        foreignFolder.trim() !== foreign && { foreignFolder: `Type ${foreign} to publish it.` }),
    }),
    send: mutateAsync,
    onDone,
  })
  const { values, problems, change } = form
  const isMailed = review.isNews && !values.isQuiet
  return (
    <DialogForm action={isLater ? 'Schedule' : `Publish ${release.version}`} form={form}>
      <ReleaseDifference review={review} />
      {foreign !== undefined && (
        <Notice
          tone="destructive"
          title={`This archive holds ${listed(review.foreignFolders)}, unlike the last release.`}
        >
          <p className="mb-3">If it is the archive of another mod, every owner would get the wrong vehicle.</p>
          <Field label={`Type ${foreign} to publish it anyway`} error={problems.foreignFolder}>
            <Input {...form.text('foreignFolder')} autoComplete="off" spellCheck={false} className="max-w-72" />
          </Field>
        </Notice>
      )}
      <ListField
        label="What’s new"
        itemName="change"
        hint={
          values.changes.length === 0 && isMailed
            ? 'Nothing yet: the mail to the owners would not say what changed.'
            : 'One sentence per change, for the mod’s page and the mail to the owners.'
        }
        values={values.changes}
        onChange={(changes) => change({ changes })}
        error={problems.changes}
        maxItems={RELEASE_LIMITS.changes}
        maxLength={RELEASE_LIMITS.change}
        isOptional
      />
      {review.gameVersions.length > 0 && (
        <FieldGroup
          label="Tested with game version"
          hint="Tick only what you have tried: the mod’s page says that it works."
          error={problems.gameVersions}
        >
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {review.gameVersions.map((name) => (
              <Checkbox
                key={name}
                label={name}
                checked={values.gameVersions.includes(name)}
                onCheckedChange={(isTested) =>
                  change({
                    gameVersions: isTested
                      ? [...values.gameVersions, name]
                      : values.gameVersions.filter((other) => other !== name),
                  })
                }
              />
            ))}
          </div>
        </FieldGroup>
      )}
      {isLater && (
        <DateTimeField
          label="When"
          value={values.at}
          onChange={(at) => change({ at })}
          min={opened}
          error={problems.at}
        />
      )}
      {review.isNews && (
        <Checkbox
          label="Publish quietly"
          hint="Nobody is told, here, by mail or on Discord."
          checked={values.isQuiet}
          onCheckedChange={(isQuiet) => change({ isQuiet })}
        />
      )}
      <p role="status" className="text-ui">
        {announcedWords(review, values.isQuiet)}
      </p>
    </DialogForm>
  )
}
