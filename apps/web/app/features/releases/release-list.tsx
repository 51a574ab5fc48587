import { PackageOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import type { AdminRelease } from '@slipstream/contract/releases'
import type { Upload, UploadStatus } from '@slipstream/contract/uploads'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ReleaseEntry } from './release-entry.tsx'
import { ReleaseForm } from './release-form.tsx'
import { nextVersion } from './release-words.ts'
import { useCreateRelease, useReleases } from './releases.queries.ts'

interface ReleaseListProps {
  modId: number
  /** The archives of the mod, newest first. */
  archives: readonly Upload[]
}

const USABLE: readonly UploadStatus[] = ['reading', 'checking', 'ready']

/** All releases of a mod: published, scheduled, rolled back and drafts. */
export const ReleaseList = ({ modId, archives }: ReleaseListProps) => {
  const { data: releases, error, isFetching, refetch } = useReleases(modId)
  const free = archives.filter(
    ({ id, status, releaseId }) =>
      releaseId === null && USABLE.includes(status) && !releases?.some(({ uploadId }) => uploadId === id),
  )
  return (
    <FormSection
      id="releases"
      title="Releases"
      saves="once"
      description="Players always get the newest published release. Rolling back gives them the previous one."
      actions={releases && free.length > 0 && <NewRelease modId={modId} archives={free} releases={releases} />}
    >
      {!releases && !error && <Skeleton className="h-24 rounded-xl" />}
      {!releases && error && (
        <ErrorState
          title="The releases could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {releases?.length === 0 && (
        <EmptyState
          icon={<PackageOpen />}
          title="No releases yet"
          description={
            free.length > 0
              ? 'Create the first release from the uploaded archive.'
              : 'Upload the mod’s archive first. Releases are created from it.'
          }
        />
      )}
      {releases && releases.length > 0 && <Entries releases={releases} />}
    </FormSection>
  )
}

const Entries = ({ releases }: { releases: readonly AdminRelease[] }) => (
  <>
    <Link to="/admin/mods" className="w-fit text-ui text-muted underline underline-offset-4 hover:text-foreground">
      Check compatibility with the game
    </Link>
    <ul aria-label="Releases" className="flex flex-col divide-y rounded-xl border">
      {releases.map((release) => (
        <ReleaseEntry key={release.id} release={release} />
      ))}
    </ul>
  </>
)

interface NewReleaseProps extends ReleaseListProps {
  releases: readonly AdminRelease[]
}

const NewRelease = ({ modId, archives, releases }: NewReleaseProps) => {
  const [isOpen, setOpen] = useState(false)
  const create = useCreateRelease(modId)
  return (
    <Dialog
      title="New release"
      description="It starts as a draft that players can’t see until you publish it."
      size="md"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="outline">
          <Plus aria-hidden="true" />
          Add release
        </Button>
      }
    >
      <ReleaseForm
        initial={{ version: nextVersion(releases), changes: [], gameVersions: [] }}
        archives={archives.map(({ id, fileName }) => ({ value: String(id), label: fileName }))}
        submitLabel="Create release"
        onSubmit={async (words, archive) => {
          await create.mutateAsync({ ...words, uploadId: Number(archive) })
          setOpen(false)
        }}
        onCancel={() => setOpen(false)}
      />
    </Dialog>
  )
}
