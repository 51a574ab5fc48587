import { Gallery } from '#ui/gallery.tsx'

const DebugUi = () => (
  <main className="pt-24">
    <Gallery />
  </main>
)

export default DebugUi
