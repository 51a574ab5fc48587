import type { AdminMod } from '@slipstream/contract/mods-admin'
import { useBoard } from '#features/compatibility/compatibility.queries.ts'
import { LoadedMod } from '#features/mods/edit/loaded-mod.tsx'
import { ModEditor } from '#features/mods/edit/mod-editor.tsx'
import { ReleaseList } from '#features/releases/release-list.tsx'
import { TestedVersions } from '#features/releases/tested-versions.tsx'
import { useReleases } from '#features/releases/releases.queries.ts'
import { useStore } from '#features/settings/settings.queries.ts'
import { UploadPanel } from '#features/uploads/upload-panel.tsx'
import { UploadReport } from '#features/uploads/upload-report.tsx'
import { useUploads } from '#features/uploads/uploads.queries.ts'
import { pageMeta } from '#lib/page-meta.ts'
import type { Route } from './+types/mod-edit.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Edit mod', isHidden: true })

const ModEditPage = ({ params }: Route.ComponentProps) => (
  <LoadedMod key={params.id} id={Number(params.id)}>
    {(mod) => <Workbench mod={mod} />}
  </LoadedMod>
)

const Workbench = ({ mod }: { mod: AdminMod }) => {
  const { gameName } = useStore()
  const { data: known, isPending } = useReleases(mod.id)
  const releases = known ?? []
  const { data: board } = useBoard(undefined)
  const { data: archives = [] } = useUploads(mod.id)
  return (
    <ModEditor
      mod={mod}
      releases={releases}
      isLoadingReleases={isPending}
      gameName={gameName}
      archive={({ current, accept, addPicture, fill, replaced }) => (
        <UploadPanel modId={mod.id}>
          {(upload) => (
            <UploadReport
              upload={upload}
              current={current}
              onAccept={accept}
              gallery={mod.pictures.map(({ picture }) => picture)}
              onAddPicture={addPicture}
              replaced={replaced}
              onFill={mod.status === 'draft' && known?.length === 0 ? fill : null}
            />
          )}
        </UploadPanel>
      )}
      tested={(release) => (
        <TestedVersions release={release} known={board?.gameVersions.map(({ version }) => version) ?? []} />
      )}
      releaseList={<ReleaseList modId={mod.id} archives={archives} />}
    />
  )
}

export default ModEditPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
