import { CreateMod } from '#features/mods/create-mod.tsx'
import { startUpload } from '#features/uploads/upload-engine.ts'
import { fileProblem } from '#features/uploads/file-problem.ts'
import { pageMeta } from '#lib/page-meta.ts'
import type { Route } from './+types/mod-create.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Create a mod', isHidden: true })

const ModCreatePage = () => <CreateMod fileProblem={fileProblem} sendArchive={startUpload} />

export default ModCreatePage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
