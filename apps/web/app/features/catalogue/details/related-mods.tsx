import type { CardSlots } from '../mod-grid.tsx'
import { ModGrid } from '../mod-grid.tsx'
import { useRelatedMods } from './details.queries.ts'

const SHOWN = 4

/** Renders nothing without related mods. */
export const RelatedMods = ({ id, ...slots }: { id: number } & CardSlots) => {
  const { data: mods = [], dataUpdatedAt } = useRelatedMods(id)
  if (mods.length === 0) return null
  return (
    <section className="mt-16 md:mt-20" aria-labelledby="related-title">
      <h2 id="related-title" className="display text-display-m">
        You may also like
      </h2>
      <div className="mt-6">
        <ModGrid mods={mods.slice(0, SHOWN)} asOf={dataUpdatedAt} columns={4} {...slots} />
      </div>
    </section>
  )
}
