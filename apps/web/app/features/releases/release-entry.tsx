import { CalendarClock, CalendarX, Ellipsis, PenLine, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminRelease } from '@slipstream/contract/releases'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Dropdown, DropdownItem, DropdownSeparator } from '#ui/dropdown.tsx'
import { failureText } from '#ui/failure-text.ts'
import { FieldError } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import { CopyCapacity } from './copy-capacity.tsx'
import { PublishReleaseDialog } from './publish-release-dialog.tsx'
import { ReleaseForm } from './release-form.tsx'
import { isChecked, stateOf } from './release-words.ts'
import { useEditRelease, useRemoveRelease, useUnscheduleRelease, useWithdrawRelease } from './releases.queries.ts'

export const ReleaseEntry = ({ release }: { release: AdminRelease }) => {
  const { id, version, changes, gameVersions } = release
  const [isPublishing, setPublishing] = useState(false)
  const unschedule = useUnscheduleRelease()
  const { tone, word } = stateOf(release)
  return (
    <li className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="num text-ui font-semibold">{version}</h3>
          <span className="text-small">
            <Status tone={tone}>{word}</Status>
          </span>
        </div>
        <div className="flex items-center gap-1">
          {release.status !== 'published' && (
            <Button
              size="sm"
              variant="outline"
              disabled={!isChecked(release)}
              aria-label={`${release.status === 'withdrawn' ? 'Bring back' : 'Publish'} ${version}`}
              onClick={() => setPublishing(true)}
            >
              {release.status === 'withdrawn' ? 'Bring back' : 'Publish'}
            </Button>
          )}
          <ReleaseMenu release={release} onUnschedule={() => unschedule.mutate(id)} />
        </div>
      </div>
      <p className="num text-small text-muted">
        <When release={release} />
        {gameVersions.length > 0 && `\u00a0· Game ${gameVersions.join(', ')}`}
      </p>
      <Announced release={release} />
      <CopyCapacity release={release} />
      {changes.length > 0 && (
        <ul className="list-disc ps-5 text-small text-muted">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <div aria-live="polite">
        {unschedule.error && <FieldError id={`release-${id}`}>{failureText(unschedule.error)}</FieldError>}
      </div>
      <PublishReleaseDialog release={release} open={isPublishing} onOpenChange={setPublishing} />
    </li>
  )
}

/** Until its owners are told, publishing can be undone as if it had not happened. */
const Announced = ({ release: { id, version, announceAt } }: { release: AdminRelease }) => {
  const undo = useWithdrawRelease()
  if (announceAt === null) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <p>
        <Status tone="info">Its owners are told</Status> <Moment at={announceAt} />
      </p>
      <Button
        size="sm"
        variant="outline"
        isLoading={undo.isPending}
        aria-label={`Undo publishing ${version}`}
        onClick={() => undo.mutate(id)}
      >
        <Undo2 aria-hidden="true" />
        Undo
      </Button>
      {undo.error && <FieldError id={`undo-${id}`}>{failureText(undo.error)}</FieldError>}
    </div>
  )
}

const When = ({ release: { publishAt, publishedAt } }: { release: AdminRelease }) => {
  const at = publishAt ?? publishedAt
  if (!at) return 'Not published yet'
  return (
    <>
      {publishAt ? 'Publishes' : 'Published'} <Moment at={at} />
    </>
  )
}

type Asked = 'edit' | 'schedule' | 'withdraw' | 'remove' | null

const ReleaseMenu = ({ release, onUnschedule }: { release: AdminRelease; onUnschedule: () => void }) => {
  const { id, version, changes, gameVersions, status, publishAt } = release
  const [asked, setAsked] = useState<Asked>(null)
  const withdraw = useWithdrawRelease()
  const remove = useRemoveRelease()
  const edit = useEditRelease(id)
  const isDialog = (which: Asked) => ({ open: asked === which, onOpenChange: () => setAsked(null) })
  return (
    <>
      <Dropdown
        trigger={
          <IconButton label={`More for ${version}`} size="icon-sm">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <DropdownItem onSelect={() => setAsked('edit')}>
          <PenLine aria-hidden="true" />
          Edit
        </DropdownItem>
        {status !== 'published' && (
          <DropdownItem disabled={!isChecked(release)} onSelect={() => setAsked('schedule')}>
            <CalendarClock aria-hidden="true" />
            {publishAt ? 'Change the schedule' : 'Schedule'}
          </DropdownItem>
        )}
        {publishAt && (
          <DropdownItem onSelect={onUnschedule}>
            <CalendarX aria-hidden="true" />
            Cancel schedule
          </DropdownItem>
        )}
        {status !== 'withdrawn' && <DropdownSeparator />}
        {status === 'published' && (
          <DropdownItem tone="destructive" onSelect={() => setAsked('withdraw')}>
            <Undo2 aria-hidden="true" />
            Roll back
          </DropdownItem>
        )}
        {status === 'draft' && (
          <DropdownItem tone="destructive" onSelect={() => setAsked('remove')}>
            <Trash2 aria-hidden="true" />
            Remove
          </DropdownItem>
        )}
      </Dropdown>
      <Dialog {...isDialog('edit')} title={`Edit ${version}`} size="md">
        <ReleaseForm
          initial={{ version, changes, gameVersions }}
          isVersionFixed={status !== 'draft'}
          submitLabel="Save release"
          onSubmit={async (words) => {
            await edit.mutateAsync(words)
            setAsked(null)
          }}
          onCancel={() => setAsked(null)}
        />
      </Dialog>
      <PublishReleaseDialog {...isDialog('schedule')} release={release} isLater />
      <ConfirmDialog
        {...isDialog('withdraw')}
        title={`Roll ${version} back?`}
        description="Players get the previous release again. You can bring this one back later."
        confirmLabel="Roll back"
        failureText={failureText}
        onConfirm={() => withdraw.mutateAsync(id)}
      />
      <ConfirmDialog
        {...isDialog('remove')}
        title={`Remove the draft ${version}?`}
        description="Its changelog is lost. The archive stays with the mod, and you can create another release from it."
        confirmLabel="Remove"
        failureText={failureText}
        onConfirm={() => remove.mutateAsync(id)}
      />
    </>
  )
}
