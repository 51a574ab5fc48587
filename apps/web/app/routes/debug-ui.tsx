import type { PageHandle } from '#lib/page-cache.ts'
import { Gallery } from '#debug-ui/gallery.tsx'

export const handle: PageHandle = { query: ['q', 'status'] }

const DebugUi = () => (
  <main className="pt-24">
    <Gallery />
  </main>
)

export default DebugUi
